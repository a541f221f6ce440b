import { Button, FileButton } from '@mantine/core'
import { can } from '#kernel/access.ts'
import { removeCategoryImage, storeCategoryImage } from '#features/support/useful-links/api.ts'
import { imageLimit, linkCategories } from '#features/support/useful-links/links.ts'
import styles from '#features/support/useful-links/links.module.css'
import { useImage } from '#features/support/useful-links/useImage.web.ts'
import { useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

/** The image of a category: seen, sent and taken away. An address of elsewhere is not drawn. */
export function CategoryImage({ uuid, image }: { readonly uuid: string; readonly image: string | null }) {
  const user = useUser()
  const own = image?.includes(`/${linkCategories.path}/${uuid}/imagem`) ?? false
  const shown = useImage(uuid, own ? image : null)
  const [storing, removing] = [useCall(storeCategoryImage), useCall(removeCategoryImage)]
  const busy = storing.sending || removing.sending
  async function act(work: () => Promise<{ readonly message: string }>) {
    try {
      const { message } = await work()
      toast(message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  function send(file: File | null) {
    if (!file) return
    if (file.size > imageLimit) toast('A imagem passa de 64 KB. Diminua-a e envie de novo.', { type: 'error' })
    else {
      const body = new Blob([file], { type: 'application/octet-stream' })
      void act(() => storing.send({ id: uuid, body }))
    }
  }
  return (
    <>
      {shown && <img className={styles.icon} src={shown} alt="Imagem da categoria" />}
      {can(user, storeCategoryImage.id) && (
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={send}>
          {props => (
            <Button {...props} variant="default" disabled={busy}>
              {own ? 'Trocar a imagem' : 'Enviar imagem'}
            </Button>
          )}
        </FileButton>
      )}
      {own && can(user, removeCategoryImage.id) && (
        <Button
          variant="subtle"
          color="gray"
          disabled={busy}
          onClick={() => void act(() => removing.send({ id: uuid }))}
        >
          Tirar a imagem
        </Button>
      )}
    </>
  )
}
