import { fileNameIn } from '#parts/file/headers.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'

/** Downloads an export's file and saves it in the browser; an error appears on top of the page. */
export async function fetchExport({ uuid, file }: { readonly uuid: string; readonly file: string | null }) {
  const { file: bytes, headers } = await api.file(`/exports/${uuid}/file`, 'application/octet-stream', {
    timeout: 600_000,
  })
  saveFile(bytes, file ?? fileNameIn(headers.get('Content-Disposition')) ?? 'exportacao')
}
