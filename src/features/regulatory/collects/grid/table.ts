// What a spreadsheet puts in the clipboard, and back: cells apart by tabs, lines by line breaks, quotes around what holds
// either (as Excel, LibreOffice and Google's write it).

/** 'a\tb\r\n"c\nd"\te\r\n' → [['a', 'b'], ['c\nd', 'e']]. */
export function tableIn(text: string): readonly (readonly string[])[] {
  const table: string[][] = [[]]
  let cell = ''
  let quoted = false
  const given = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  for (let i = 0; i < given.length; i++) {
    const letter = given.charAt(i)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (given.charAt(i + 1) === '"') cell += given.charAt(++i)
      else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === '\t' || letter === '\n') {
      table.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') table.push([])
    } else cell += letter
  }
  table.at(-1)?.push(cell)
  return table
}

/** The same, the other way. */
export const clipboardText = (table: readonly (readonly string[])[]) =>
  table
    .map(row => row.map(cell => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
