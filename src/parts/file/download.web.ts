import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'

/** Downloads a file somebody sent and saves it in the browser; an error appears on top of the page. */
export async function download({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  const file = await api.blob(`/internal-uploads/get-file/${uuid}`, undefined, { timeout: 120_000 })
  saveFile(file, name)
}
