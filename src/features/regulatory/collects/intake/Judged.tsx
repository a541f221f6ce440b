import { Button, Checkbox } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { count } from '#kernel/text.ts'
import type { Total } from '#features/regulatory/collects/coleta/lines.ts'
import { accessText, plural } from '#features/regulatory/collects/coleta/said.ts'
import { entryKey } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { openIn } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { Found } from '#features/regulatory/collects/intake/Found.tsx'
import { JudgedRows } from '#features/regulatory/collects/intake/JudgedRows.tsx'
import { previewColumns, swapInWords, type Show } from '#features/regulatory/collects/intake/preview.ts'
import { openText, Questions } from '#features/regulatory/collects/intake/Questions.tsx'
import { rejectedFile } from '#features/regulatory/collects/intake/rejected.ts'
import type { Preview } from '#features/regulatory/collects/intake/intake.ts'
import type { CollectIntake } from '#features/regulatory/collects/intake/useIntake.web.ts'
import { Counters, type Counter } from '#parts/verdicts/Counters.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import judged from '#parts/verdicts/verdicts.module.css'
import { saveFile } from '#web/files.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'

interface Props {
  readonly intake: CollectIntake
  readonly preview: Preview
  /** What the coleta holds today. */
  readonly now: Total
  readonly onKeep: (skipRefused: boolean) => void
}

/** A file judged: what was found, each row's verdict, cells to correct in their place, and the choice to keep it. */
export function Judged({ intake, preview, now, onKeep }: Props) {
  const { summary, rows } = preview
  const { refused } = summary
  const [skip, setSkip] = useState(false)
  const [missed, miss] = useState(false)
  const [show, setShow] = useState<Show>(refused ? 'refused' : 'all')
  const box = useRef<HTMLInputElement>(null)
  const some = summary.rows > refused
  const open = openIn(preview.questions)
  const added = preview.questions.some(({ key, answer }) => key === entryKey && answer === 'somar')
  const corrections = intake.told.edits.length + intake.told.safe.length
  async function ask() {
    if (refused && !skip) {
      miss(true)
      box.current?.focus()
      return
    }
    const text = swapInWords(summary, now, added)
    const asked = added
      ? { title: 'Somar às linhas da coleta?', text, act: 'Somar os acessos' }
      : { title: 'Trocar os acessos da coleta?', text, act: 'Trocar os acessos' }
    if (await confirm(asked)) onKeep(skip)
  }
  const download = () =>
    saveFile(
      new Blob([rejectedFile(preview)], { type: 'text/csv;charset=utf-8' }),
      `recusadas-${(intake.file?.name ?? 'arquivo').replace(/\.\w+$/, '')}.csv`,
    )
  const counters: readonly (readonly [Counter<Show>, number])[] = [
    [{ show: 'all', said: plural(summary.rows, 'linha', 'linhas') }, summary.rows],
    [{ show: 'refused', said: plural(refused, 'recusada', 'recusadas'), tone: 'erro' }, refused],
    [{ show: 'warned', said: plural(summary.warned, 'com aviso', 'com avisos'), tone: 'atencao' }, summary.warned],
    [{ show: 'corrected', said: plural(summary.righted, 'corrigida', 'corrigidas') }, summary.righted],
    [{ show: 'merged', said: plural(summary.merged, 'somada', 'somadas') }, summary.merged],
    [{ show: 'accepted', said: plural(summary.accepted, 'aceita', 'aceitas') }, summary.accepted],
  ]
  return (
    <>
      <Questions intake={intake} preview={preview} />
      <Found intake={intake} preview={preview} />
      <Counters
        counters={counters
          .filter(([each, rows]) => each.show === 'all' || rows > 0 || each.show === show)
          .map(([each]) => each)}
        shown={show}
        onShow={setShow}
      >
        {count(summary.accesses, accessText)} a gravar
      </Counters>
      <JudgedRows
        key={show}
        preview={preview}
        intake={intake}
        show={show}
        columns={previewColumns(preview)}
        rows={rows}
      />
      <Bar of="foot" className={judged.keep}>
        {refused > 0 && some && (
          <Checkbox
            ref={box}
            checked={skip}
            onChange={e => (setSkip(e.currentTarget.checked), miss(false))}
            label={`Deixar de fora ${plural(refused, 'linha recusada', 'linhas recusadas')}`}
            error={missed && 'Marque para continuar sem elas, ou corrija as células em vermelho.'}
          />
        )}
        {refused > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
            onClick={download}
          >
            Baixar recusadas
          </Button>
        )}
        {corrections > 0 && (
          <Button variant="subtle" color="gray" onClick={() => void intake.undo()}>
            Desfazer correções
          </Button>
        )}
        <p className={judged.said} data-wrong={open.length > 0 || undefined}>
          {open.length
            ? `Antes de ${added ? 'somar' : 'trocar'}: ${openText(open)}.`
            : some
              ? swapInWords(summary, now, added)
              : 'Todas as linhas foram recusadas: corrija as células ou o arquivo.'}
        </p>
        <BusyButton
          busy={intake.doing === 'keeping'}
          doing="Gravando…"
          disabled={!some || open.length > 0 || intake.doing === 'judging'}
          onClick={() => void ask()}
        >
          {added ? 'Somar às linhas da coleta' : 'Trocar os acessos da coleta'}
        </BusyButton>
      </Bar>
    </>
  )
}
