/** What the fonts every reader of PDF has can show (WinAnsi); what they cannot becomes a question mark. */
export const printable = (text: string) =>
  text.normalize('NFC').replace(/[^\x20-\x7e\xa0-\xff–—‘’“”…•€]/gu, each => (/\s/u.test(each) ? ' ' : '?'))
