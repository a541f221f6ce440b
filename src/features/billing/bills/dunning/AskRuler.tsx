import { useEffect } from 'react'
import { can } from '#kernel/access.ts'
import { eachMeta } from '#kernel/meta.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { previewRuler, type RulerPreview } from '#features/billing/bills/dunning/api.ts'
import { dunningPast, dunningRuler, isSameRuler } from '#features/billing/bills/dunning/dunning.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { sendCall } from '#web/call.ts'
import type { Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { metasIn } from '#web/kinds/metas.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'

const textIn = (values: Values, { key }: { readonly key: string }) =>
  eachMeta(metasIn(values.metas_only_father)).find(each => each.internal_key === key)?.value ?? ''

/** Before a changed ruler is saved, says whom it writes to and asks whether to go on. It draws nothing itself. */
export function AskRuler({ form }: { readonly form: Form }) {
  const allowed = can(useUser(), previewRuler.id)
  const { askBefore, before } = form
  useEffect(() => {
    askBefore(async values => {
      const ruler = textIn(values, dunningRuler)
      if (!allowed || isSameRuler(ruler, textIn(before, dunningRuler))) return true
      const preview = await sendCall(previewRuler, { query: { ruler } }, { quiet: true }).catch(() => null)
      // The server refuses what nobody can read, at its field.
      if (preview?.state === 'errada') return true
      const sends = textIn(values, dunningPast) === dunningPast.options[1]
      return confirm({ title: 'Salvar a régua de cobrança?', text: rulerInWords(preview, sends), act: 'Salvar' })
    })
    return () => askBefore(null)
  })
  return null
}

function rulerInWords(preview: RulerPreview | null, sends: boolean): string {
  if (!preview) return 'Não foi possível contar a quantos clientes ela escreveria.'
  if (preview.state === 'desligada') return 'Sem régua, nenhum cliente recebe avisos de cobrança.'
  const { day, clients: now, past, mute } = preview
  const unseen = preview.unseen + (sends ? preview.unseen_past : 0)
  const verb = (many: number, one: string, more: string) => `${count(many, clients.text)} ${many === 1 ? one : more}`
  const total = sends ? now + past : now
  return [
    total
      ? `${verb(total, 'recebe', 'recebem')} um e-mail em ${showDate(day)}.`
      : `${unseen ? 'Dos clientes que você vê, ninguém' : 'Ninguém'} recebe e-mail em ${showDate(day)}.`,
    ...(past
      ? [
          sends
            ? `Destes, ${verb(past, 'o recebe', 'o recebem')} por avisos de dias que já passaram, como está em “${dunningPast.label}”.`
            : `Por avisos de dias que já passaram ninguém recebe nada: ${verb(past, 'fica', 'ficam')} de fora. Para escrever também a eles, mude “${dunningPast.label}”.`,
        ]
      : []),
    ...(unseen ? [`Fora da sua vista, a régua escreve ainda a ${count(unseen, clients.text)}.`] : []),
    ...(mute ? [`${verb(mute, 'não tem', 'não têm')} e-mail no cadastro e fica sem aviso.`] : []),
  ].join(' ')
}
