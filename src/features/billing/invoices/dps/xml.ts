/** An element: its name, and its text or what is in it. */
export type XmlPiece = readonly [name: string, content: string | readonly XmlPiece[]]

// Written as Canonical XML 1.0 has it (W3C REC-xml-c14n-20010315): what is signed is a piece of what is sent, byte by byte.

/** A text between tags. */
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

export function pieceXml([name, content]: XmlPiece, attributes = ''): string {
  const inside = typeof content === 'string' ? escaped(content) : content.map(each => pieceXml(each)).join('')
  return `<${name}${attributes && ` ${attributes}`}>${inside}</${name}>`
}
