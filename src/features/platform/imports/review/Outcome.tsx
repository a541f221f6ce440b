import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { showInteger } from '#kernel/show.ts'
import { writingInWords } from '#features/platform/imports/review/review.ts'
import type { ReviewProps } from '#features/platform/imports/review/Review.tsx'
import { LeftOutList } from '#features/platform/imports/review/LeftOutList.tsx'
import { RowTable } from '#features/platform/imports/review/RowTable.tsx'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import styles from '#features/platform/imports/section/imports.module.css'

/** What became of the rows, with the way to each, and the way back from all of it. */
export function Outcome({ row, section, review, importing, look, onLook }: ReviewProps) {
  const user = useUser()
  const { text } = section.of
  const { units } = review
  const made = units.feita ?? 0
  const counts: readonly (readonly [string, number | null])[] = [
    [text.gender === 'f' ? 'Criadas' : 'Criados', row.created],
    [text.gender === 'f' ? 'Atualizadas' : 'Atualizados', row.updated],
    ['Sem mudança', row.same],
    ['Linhas recusadas', row.refused],
  ]
  // What was left when it was cancelled, or failed, goes on from there.
  const left = ['cancelado', 'falhou'].includes(row.state) && review.step === 'gravar' && made > 0
  async function undo() {
    const said = `O que foi criado é excluído e o que mudou volta ao que era, menos o que alguém já alterou depois.`
    if (await confirm({ title: `Desfazer a importação de ${row.name}?`, text: said, act: 'Desfazer', danger: true }))
      await importing.undo()
  }
  return (
    <section aria-labelledby="outcome">
      <Bar className={styles.bar}>
        <h2 id="outcome">Resultado</h2>
        {left && can(user, 'imports.importar') && (
          <BusyButton
            busy={importing.doing === 'importar'}
            doing="Retomando…"
            onClick={() => void importing.write(false)}
          >
            Retomar
          </BusyButton>
        )}
        {made > 0 && can(user, 'imports.desfazer') && (
          <BusyButton
            variant="default"
            busy={importing.doing === 'desfazer'}
            doing="Desfazendo…"
            leftSection={<IconArrowBackUp size={16} stroke={1.5} aria-hidden />}
            onClick={() => void undo()}
          >
            Desfazer importação
          </BusyButton>
        )}
        <Button component={Link} to={`/${section.of.path}`} variant="default">
          Ver {text.many}
        </Button>
      </Bar>
      {row.error && (
        <Band tone="erro" role="alert">
          {row.error}
        </Band>
      )}
      <Figures big all={counts.map(([label, n]) => [label, n === null ? '—' : showInteger(n)])} />
      <LeftOutList left={review.left} />
      {review.rows > 0 && (
        <RowTable section={section} review={review} importing={importing} look={look} onLook={onLook} correct={false} />
      )}
      {!review.rows && !row.error && <p className="meta">{writingInWords({}, text)}.</p>}
    </section>
  )
}
