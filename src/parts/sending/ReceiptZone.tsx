import { DropZone } from '#parts/file/DropZone.tsx'
import { storedExtensions } from '#parts/file/file.ts'

/** Takes the receipt Anatel's site gave. */
export const ReceiptZone = ({ onFile }: { readonly onFile: (file: File) => void }) => (
  <DropZone
    title="Guardar o recibo"
    help="Solte aqui o comprovante que o site da Anatel deu, ou escolha o arquivo."
    label="Recibo"
    accept={storedExtensions.map(ext => `.${ext}`).join(',')}
    onFile={onFile}
  />
)
