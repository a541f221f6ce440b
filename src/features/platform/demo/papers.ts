import { chance } from '#features/platform/demo/chance.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'

/** Kinds of papers most clients have handed in, by their slug, and how many days each is good for; null is for ever. */
export const papers = [
  { type: 'contrato-social', name: 'Contrato social', lasts: null },
  { type: 'cartao-cnpj', name: 'Cartão CNPJ', lasts: null },
  { type: 'procuracao', name: 'Procuração', lasts: 365 },
  { type: 'contrato-de-prestacao-de-servicos', name: 'Contrato de prestação de serviços', lasts: 730 },
  { type: 'art-ou-trt', name: 'ART', lasts: null },
] as const
type DemoPaper = (typeof papers)[number]

/** What a provider has handed in by a day: most of it, some of it about to end or past. */
export function papersHandedIn(
  { index }: DemoProvider,
  today: string,
): readonly (DemoPaper & { readonly valid_until: string | null })[] {
  const draw = chance(700 + index)
  return papers.flatMap(paper => {
    if (draw.between(0, 1) < (paper.type === 'art-ou-trt' ? 0.5 : 0.03)) return []
    const left = draw.pick([-20, 12, 40, 90, 120, 200, 260, 300, 330, 340])
    return [{ ...paper, valid_until: paper.lasts === null ? null : daysFrom(today, left) }]
  })
}

/** A PDF of one page that says `words`, these lines under them, and no more; without words it shows nothing to be read. */
export function page(words: string, lines: readonly string[] = []): Buffer {
  const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
  const under = ['Documento de demonstra\u00e7\u00e3o, sem valor.', ...lines]
    .map((line, at) => `0 ${at ? -18 : -32} Td (${escaped(line)}) Tj`)
    .join(' ')
  const drawn = words
    ? `BT /F 20 Tf 72 760 Td (${escaped(words)}) Tj /F 11 Tf ${under} ET`
    : '0.9 g 72 400 240 320 re f'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(drawn, 'latin1')} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let written = '%PDF-1.4\n'
  const starts = objects.map((object, i) => {
    const at = Buffer.byteLength(written, 'latin1')
    written += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = starts.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const end = Buffer.byteLength(written, 'latin1')
  written += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`
  return Buffer.from(written, 'latin1')
}
