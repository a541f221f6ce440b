import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { imageLimit, linkCategories } from '#features/links/links.ts'
import styles from '#features/links/links.module.css'
import { useImage } from '#features/links/useImage.web.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

/** The image of a category: seen, sent and taken away. An address of elsewhere is not drawn. */
export function CategoryImage({ uuid, image }: { readonly uuid: string; readonly image: string | null }) {
  const user = useUser()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const own = image?.includes(`/${linkCategories.path}/${uuid}/imagem`) ?? false
  const shown = useImage(uuid, own ? image : null)
  const path = `/${linkCategories.path}/${uuid}/imagem`
  async function act(work: () => Promise<{ readonly message: string }>) {
    setBusy(true)
    try {
      const { message } = await work()
      await Promise.all(
        [linkCategories.path, 'links-importantes'].map(key => queries.invalidateQueries({ queryKey: [key] })),
      )
      toast(message)
    } catch {
      // Told on top of the page.
    } finally {
      setBusy(false)
    }
  }
  function send(file: File | null) {
    if (!file) return
    if (file.size > imageLimit) toast('A imagem passa de 64 KB. Diminua-a e envie de novo.', { type: 'error' })
    else void act(() => api.put(path, new Blob([file], { type: 'application/octet-stream' })))
  }
  return (
    <>
      {shown && <img className={styles.icon} src={shown} alt="Imagem da categoria" />}
      {can(user, 'links-importantes-categorias.imagem.store') && (
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={send}>
          {props => (
            <Button {...props} variant="default" disabled={busy}>
              {own ? 'Trocar a imagem' : 'Enviar imagem'}
            </Button>
          )}
        </FileButton>
      )}
      {own && can(user, 'links-importantes-categorias.imagem.destroy') && (
        <Button variant="subtle" color="gray" disabled={busy} onClick={() => void act(() => api.delete(path))}>
          Tirar a imagem
        </Button>
      )}
    </>
  )
}
