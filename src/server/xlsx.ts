// This module writes the parts of a workbook (ECMA-376 part 1) as text: a sheet of rows, written as they come, and a small one
// about the request.

/** Rows of one sheet, header included. */
export const mostRows = 1_048_576

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const doc = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const pack = 'http://schemas.openxmlformats.org/package/2006'

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML 1.0 has no way to write is left out. */
// oxlint-disable-next-line no-control-regex -- these are the characters left out
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xml = (text: string) =>
  text
    .toWellFormed()
    .replace(unfit, '')
    .replace(/[&<>"]/g, mark => marks[mark] ?? '')

/** How numbers are shown, by the style of their column: 0 as they are, 1 the header. */
const formats = ['#,##0.######', '#,##0.00', '0.00', 'dd/mm/yyyy', 'dd/mm/yyyy hh:mm'] as const
export type CellFormat = (typeof formats)[number]
export const styleOf = (format: CellFormat | undefined) => (format ? formats.indexOf(format) + 2 : 0)

/** What a cell is before it is written: a number stays one, and a day or a moment is what calendar and clock show, as if in UTC. */
export type SheetCell = string | number | Date | null

export interface SheetColumn {
  readonly label: string
  readonly format?: CellFormat | undefined
}

/** Every part but the rows themselves, in the order they are written. */
export const shellOf = (
  name: string,
  facts: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${pack}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${doc}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${doc}"><sheets><sheet name="${xml(sheetName(name))}" sheetId="1" r:id="rId1"/><sheet name="Filtro" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${doc}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${doc}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${doc}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${xml(code)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length + 2}"><xf/><xf fontId="1" applyFont="1"/>${formats.map((_code, i) => `<xf numFmtId="${164 + i}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  ],
  [
    'xl/worksheets/sheet2.xml',
    `${head}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${facts.map(fact => rowXml(fact, [1, 0])).join('')}</sheetData></worksheet>`,
  ],
]

/** A name a workbook takes: 31 characters, none of those of its formulas. */
const sheetName = (name: string) =>
  (
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim() || 'Lista'
  ).replace(/^Filtro$/i, 'Filtros')

export const sheetStart = (columns: readonly SheetColumn[]) =>
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map(({ label }, i) => `<col min="${i + 1}" max="${i + 1}" width="${Math.max(12, label.length + 2)}" customWidth="1"/>`).join('')}</cols><sheetData>${rowXml(
    columns.map(({ label }) => label),
    columns.map(() => 1),
  )}`
export const sheetEnd = '</sheetData></worksheet>'

export const rowXml = (cells: readonly SheetCell[], styles: readonly number[]) =>
  `<row>${cells.map((cell, i) => cellXml(cell, styles[i] ?? 0)).join('')}</row>`

/** Days since the last of 1899, as Excel counts them, with a 29 February 1900 that never was; the time of day is the rest. */
function serial(moment: Date): number {
  const days = moment.getTime() / 86_400_000 + 25_569
  return days < 61 ? days - 1 : days
}

function cellXml(cell: SheetCell, style: number): string {
  const styled = style ? ` s="${style}"` : ''
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c${styled}><v>${cell}</v></c>`
  if (cell instanceof Date) return `<c${styled}><v>${serial(cell)}</v></c>`
  // The type makes it text: nothing in it is ever run.
  return `<c${styled} t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`
}
