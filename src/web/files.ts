/** Hands a file to the reader's downloads. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The download has begun by then; the browser keeps what it still needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
