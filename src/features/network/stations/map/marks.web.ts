import { showInteger } from '#kernel/show.ts'
import { mediaMarks, type MediaMark } from '#features/network/stations/map/map.ts'

/** Pixels of the drawing for one of the screen. */
export const density = 2
/** Pixels of a mark on the map, its rim included. */
const size = 26

/** What the tokens of the page say now: '--accent' → '#1f5fbf'. */
export function colours() {
  const style = getComputedStyle(document.documentElement)
  return (token: string) => style.getPropertyValue(`--${token}`).trim()
}
export type Colours = ReturnType<typeof colours>

function canvasOf(width: number) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = width * density
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.scale(density, density)
  return { canvas, pen }
}

async function shapeOf(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** A shape in one colour: the file says the shape alone, so that it is legible by day and by night. */
function tinted(shape: HTMLImageElement, colour: string, width: number) {
  const { canvas, pen } = canvasOf(width)
  pen.drawImage(shape, 0, 0, width, width)
  pen.globalCompositeOperation = 'source-in'
  pen.fillStyle = colour
  pen.fillRect(0, 0, width, width)
  return canvas
}

const pixels = (pen: CanvasRenderingContext2D, width: number) =>
  pen.getImageData(0, 0, width * density, width * density)

/** The mark of each medium in its colour, with a rim that parts it from what lies below. */
export async function drawMarks(colour: Colours): Promise<ReadonlyMap<MediaMark, ImageData>> {
  const inner = size - 6
  const names = Object.keys(mediaMarks).filter((name): name is MediaMark => name in mediaMarks)
  const drawn = await Promise.all(
    names.map(async name => {
      const shape = await shapeOf(`/map/${name}.svg`)
      const { pen } = canvasOf(size)
      const rim = tinted(shape, colour('surface'), inner)
      for (let step = 0; step < 16; step++) {
        const turn = (step / 16) * 2 * Math.PI
        pen.drawImage(rim, 3 + 2 * Math.cos(turn), 3 + 2 * Math.sin(turn), inner, inner)
      }
      // What is cut out of a shape shows the ground of the rim, not the line below.
      pen.fillStyle = colour('surface')
      pen.fillRect(size / 2 - 3, size / 2 - 2, 6, 7)
      pen.drawImage(tinted(shape, colour(mediaMarks[name].tone), inner), 3, 3, inner, inner)
      return [name, pixels(pen, size)] as const
    }),
  )
  return new Map(drawn)
}

/** Draws the count of grouped stations in a disc that grows with it. */
export function drawCount(count: number, colour: Colours): ImageData {
  const words = count < 10_000 ? showInteger(count) : `${showInteger(Math.round(count / 1_000))} mil`
  const width = 30 + 6 * Math.min(4, Math.floor(Math.log10(count)))
  const { pen } = canvasOf(width)
  pen.fillStyle = colour('surface')
  pen.beginPath()
  pen.arc(width / 2, width / 2, width / 2, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = colour('accent')
  pen.beginPath()
  pen.arc(width / 2, width / 2, width / 2 - 2, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = colour('on-accent')
  pen.font = `600 12px ${getComputedStyle(document.body).fontFamily}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(words, width / 2, width / 2 + 0.5)
  return pixels(pen, width)
}
