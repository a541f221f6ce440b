import { Button, Group, Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import type { Import } from '#features/platform/imports/section/imports.ts'
import { LeftOutList } from '#features/platform/imports/review/LeftOutList.tsx'
import { Problems } from '#features/platform/imports/review/Problems.tsx'
import { writeImport, type RowsLook } from '#features/platform/imports/section/api.ts'
import type { Review as Reviewed } from '#features/platform/imports/section/schema.ts'
import { lines, writingInWords } from '#features/platform/imports/review/review.ts'
import { RowTable } from '#features/platform/imports/review/RowTable.tsx'
import type { Importing } from '#features/platform/imports/review/useImport.web.ts'
import { contents, leftProposals } from '#features/platform/imports/section/proposals.ts'
import type { ImportSection } from '#features/platform/imports/section/section.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/platform/imports/section/imports.module.css'
import judged from '#parts/verdicts/verdicts.module.css'

export interface ReviewProps {
  readonly row: Import
  readonly section: ImportSection
  readonly review: Reviewed
  readonly importing: Importing
  readonly look: RowsLook
  readonly onLook: (look: RowsLook) => void
}

interface ColumnsWay {
  /** Goes back to what each column is. */
  readonly onColumns: () => void
}

/** Lists columns that are not imported, and what they may be, before anything is written. */
function LeftOut({
  section,
  review: { mapping, header, data },
  onColumns,
}: Pick<ReviewProps, 'section' | 'review'> & ColumnsWay) {
  const left = leftProposals(
    section,
    mapping,
    header,
    data.map(({ cells }) => cells),
  )
  if (!left.length) return null
  const guessed = left.filter(({ keys }) => keys.length > 0).length
  const out = left.map(({ title, holds }) => (holds ? `${title} (parece ter ${contents[holds]})` : title))
  return (
    <Band tone={guessed ? 'atencao' : 'neutro'}>
      <div>Do arquivo ficam de fora: {out.join(', ')}.</div>
      <Button variant="default" size="compact-sm" onClick={onColumns}>
        {guessed ? 'Dizer o que são' : 'Ver as colunas'}
      </Button>
    </Band>
  )
}

/** Each row's verdict, what is wrong all at once, and the choice to write. */
export function Review({ section, review, importing, look, onLook, onColumns }: ReviewProps & ColumnsWay) {
  const user = useUser()
  const { counts, units, groups } = review
  const { recusada: refused = 0 } = counts
  const [good, takeGood] = useState(false)
  const nothing = !units.criar && !units.atualizar
  const { text } = section.of
  async function write() {
    const title = `${writingInWords(units, text)}?`
    const said = refused ? `${count(refused, lines)} ${refused === 1 ? 'fica' : 'ficam'} de fora. ` : ''
    if (await confirm({ title, text: `${said}Dá para desfazer depois.`, act: 'Gravar' })) await importing.write(!good)
  }
  const may = can(user, writeImport.id)
  return (
    <section aria-labelledby="review">
      <Bar className={styles.bar}>
        <h2 id="review">Conferência</h2>
        <strong data-wrong={refused > 0 || undefined} role="status">
          {refused ? `${count(refused, lines)} para resolver` : 'Nada a resolver'}
        </strong>
      </Bar>
      <LeftOut section={section} review={review} onColumns={onColumns} />
      {groups.length + review.notices.length > 0 && (
        <Problems section={section} review={review} importing={importing} look={look} onLook={onLook} />
      )}
      <LeftOutList left={review.left} />
      <RowTable
        section={section}
        review={review}
        importing={importing}
        look={look}
        onLook={onLook}
        correct={can(user, 'imports.corrigir')}
      />
      {may && (
        <Bar of="foot" className={judged.keep}>
          <Radio.Group
            className={judged.said}
            aria-label="Como gravar"
            value={good ? 'boas' : 'tudo'}
            onChange={value => takeGood(value === 'boas')}
          >
            <Group gap={24}>
              <Radio value="tudo" label="Tudo ou nada" />
              <Radio value="boas" label="Importar as boas" />
            </Group>
          </Radio.Group>
          <BusyButton
            busy={importing.doing === 'importar'}
            doing="Iniciando…"
            disabled={nothing || (refused > 0 && !good)}
            onClick={() => void write()}
          >
            {writingInWords(units, text)}
          </BusyButton>
          {refused > 0 && !good && !nothing && (
            <p className={`wrong ${styles.why}`}>Com linhas recusadas, corrija-as ou escolha importar as boas.</p>
          )}
        </Bar>
      )}
    </section>
  )
}
