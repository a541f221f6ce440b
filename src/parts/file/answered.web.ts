import { fileNameIn } from '#parts/file/headers.ts'
import { saveFile } from '#web/files.ts'

/** Hands the file of an answer to the reader's downloads, called as the server calls it or, if it does not say, `name`; answers what it is called. */
export function saveAnswered(
  { file, headers }: { readonly file: Blob; readonly headers: Headers },
  name: string,
): string {
  const named = fileNameIn(headers.get('Content-Disposition')) ?? name
  saveFile(file, named)
  return named
}
