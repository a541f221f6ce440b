import { inflateSync } from 'node:zlib'

/** Pixels a point: a bar of 0.254 mm has four. */
const scale = 6
const page = { width: 595.28, height: 841.89 } as const

/** What of a page is printed as rectangles, as pixels: bars and squares are read off it as off paper. */
export function rectanglesOn(pdf: Buffer) {
  const [width, height] = [Math.round(page.width * scale), Math.round(page.height * scale)]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const paint = ([x, y, w, h]: readonly number[], shade: number) => {
    const [x0 = 0, x1 = 0] = [x ?? 0, (x ?? 0) + (w ?? 0)].map(each => Math.round(each * scale))
    const [y0 = 0, y1 = 0] = [y ?? 0, (y ?? 0) + (h ?? 0)].map(each => Math.round(each * scale))
    for (let at = y0; at < y1; at++)
      for (let px = x0; px < x1; px++) data.fill(shade, (at * width + px) * 4, (at * width + px) * 4 + 3)
  }
  // pdfkit turns the page once, at its beginning: from there its numbers are those of the paper.
  let [shade, path, stack]: [number, number[][], number[]] = [0, [], []]
  const saved: number[] = []
  for (const token of contentOf(pdf).split(/\s+/)) {
    if (/^-?[\d.]+$/.test(token)) {
      stack.push(Number(token))
      continue
    }
    if (token === 're') path.push(stack.slice(-4))
    else if (token === 'scn') shade = Math.round(((stack.at(-3) ?? 0) + (stack.at(-2) ?? 0) + (stack.at(-1) ?? 0)) * 85)
    else if (token === 'f') for (const each of path) paint(each, shade)
    else if (token === 'q') saved.push(shade)
    else if (token === 'Q') shade = saved.pop() ?? 0
    if (['f', 'S', 'B', 'n'].includes(token)) path = []
    stack = []
  }
  return { data, width, height, colorSpace: 'srgb' } as const
}

/** The longest stream of a file: its page. */
function contentOf(pdf: Buffer): string {
  const streams: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue
    const end = pdf.indexOf('endstream', at)
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // Not packed.
    }
  }
  return streams.toSorted((one, other) => other.length - one.length)[0] ?? ''
}
