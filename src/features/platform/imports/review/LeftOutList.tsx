import type { Review } from '#features/platform/imports/section/schema.ts'
import { leftOutText } from '#features/platform/imports/review/review.ts'
import { FoundList, FoundSection } from '#features/regulatory/intake/FoundList.tsx'

interface Props {
  readonly left: Review['left']
}

/** What of the file becomes no row, with how much of it there is. */
export const LeftOutList = ({ left }: Props) =>
  left.length > 0 && (
    <FoundSection title="O que do arquivo não vira registro">
      <FoundList
        lines={left.map((each, at) => {
          const [title, count] = leftOutText(each)
          const stays = each.what === 'oculta'
          return {
            key: String(at),
            tone: stays ? 'atencao' : 'neutro',
            word: stays ? 'A conferir' : 'Fica de fora',
            title,
            count,
            where: '',
          }
        })}
      />
    </FoundSection>
  )
