import { Button } from '@mantine/core'
import { showInstant } from '#kernel/show.ts'
import type { Text } from '#kernel/resource.ts'
import { join, thisOne } from '#kernel/text.ts'
import type { RowEditor } from '#web/form/draftStore.ts'
import type { DraftOffer } from '#web/form/offers.ts'
import type { Form } from '#web/form/useForm.ts'
import { Band } from '#web/ui/Band.tsx'

/** '14:32' of today, and '27/11/2026 14:32' of another day. */
function momentInWords(at: string): string {
  const [said, today] = [showInstant(at), showInstant(new Date().toISOString())]
  return said.slice(0, 10) === today.slice(0, 10) ? said.slice(-5) : said
}

function offerInWords({ at, from }: DraftOffer): string {
  const when = momentInWords(at)
  if (from === 'device') return `Rascunho de outro aparelho, de ${when}.`
  return from === 'tab' ? `Rascunho de outra aba, de ${when}.` : `Há um rascunho de ${when}, que não foi salvo.`
}

/** What a form says of unsaved work: who else edits the row, what may be taken up, and what became of it elsewhere. */
export const DraftBands = ({ form: { text, kept, dirty, restore } }: { readonly form: Form }) => (
  <>
    {kept.editors.length > 0 && (
      <Band tone="info" role="status">
        {editorsInWords(kept.editors, text)}
      </Band>
    )}
    {kept.gone && dirty && !kept.found && (
      <Band tone="neutro" role="status">
        O rascunho deste formulário foi salvo ou descartado em outra aba ou aparelho. O que está aqui ainda não foi
        salvo.
      </Band>
    )}
    {kept.found && (
      <Band tone="neutro" role="status">
        <div>{offerInWords(kept.found)}</div>
        <Button variant="default" onClick={restore}>
          Retomar
        </Button>
        <Button variant="subtle" color="gray" onClick={kept.discard}>
          Descartar
        </Button>
      </Band>
    )}
  </>
)

/** 'Camila e Rui estão editando este cliente desde 14:30.' */
function editorsInWords(editors: readonly RowEditor[], text: Text): string {
  const names = [...new Set(editors.map(({ name }) => name))]
  const since = momentInWords(editors.map(each => each.since).toSorted()[0] ?? '')
  return `${join(names)} ${names.length > 1 ? 'estão' : 'está'} editando ${thisOne(text).toLowerCase()} desde ${since}.`
}

interface OthersProps {
  /** When they saved, ISO 8601. */
  readonly at: string
  readonly onJoin: () => void
}
/** Somebody else saved what is being typed in. */
export const OthersBand = ({ at, onJoin }: OthersProps) => (
  <Band tone="neutro" role="status">
    <div>
      Outra pessoa salvou em {showInstant(at)}, enquanto você digitava. Nada do que você digitou se perde: ao salvar, as
      mudanças dos dois se juntam.
    </div>
    <Button variant="default" onClick={onJoin}>
      Ver e juntar
    </Button>
  </Band>
)
