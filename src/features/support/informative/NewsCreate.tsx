import { informative } from '#features/support/informative/informative.ts'
import { NewsFields } from '#features/support/informative/NewsFields.tsx'
import { useReused } from '#parts/asking/useReused.web.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

/** News; the address may name an answer it is made of, which begins as a draft. */
export default function NewsCreate() {
  const { words, waiting } = useReused('informativo')
  if (waiting) return null
  return (
    <CreateScreen resource={informative} {...(words && { start: { content: htmlOf(words), draft: true } })}>
      {form => <NewsFields form={form} />}
    </CreateScreen>
  )
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Words with their paragraphs and lines, and nothing else. */
const htmlOf = (words: string) =>
  words
    .split(/\n{2,}/)
    .map(part => `<p>${part.replaceAll(/[&<>]/g, sign => signs[sign] ?? '').replaceAll('\n', '<br>')}</p>`)
    .join('')
