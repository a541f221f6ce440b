import { count } from '#kernel/text.ts'
import { isConfirmed } from '#features/support/incoming-mail/authentication.ts'
import { isAutomaticSubject, type MailBreak, type MailReading } from '#features/support/incoming-mail/read.ts'

/** A user whose address a mail was sent from. */
export interface MailWriter {
  readonly id: number
  readonly name: string
  readonly isStaff: boolean
  /** May they come in now? */
  readonly welcome: boolean
  /** The clients they are linked to. */
  readonly clients: readonly { readonly id: number; readonly name: string }[]
}
/** What the system knows of a mail that was read. */
export interface MailFacts {
  /** The office's own addresses. */
  readonly own: readonly string[]
  /** The office sent it. */
  readonly isOurs: boolean
  /** Mails from the same address in the last hour, this one included, and how many there may be. */
  readonly lately: number
  readonly perHour: number
  /** The server whose word on senders is taken; null where none is. */
  readonly trusted: string | null
  readonly writer: MailWriter | null
  /** Clients who have the address among theirs, where no user has it. */
  readonly contactOf: readonly { readonly id: number; readonly name: string }[]
  /** Whose the reply address is that it was sent to; `none` of a token nobody has, null where it was sent to none. */
  readonly reply: { readonly ticket_id: number; readonly person_id: number; readonly name: string } | 'none' | null
  /** The mail of ours it reports on. */
  readonly reportedOn: { readonly id: number; readonly subject: string; readonly recipient: string } | null
  /** Whether mails that answer nothing open tickets: of a confirmed sender, of any known one, or never. */
  readonly opens: 'confirmed' | 'known' | null
}

/** What becomes of a mail. */
export type MailVerdict =
  | { readonly state: 'recusada'; readonly why: string }
  | { readonly state: 'bandeja'; readonly why: string; readonly client?: number; readonly isOfSeries?: true }
  | { readonly state: 'devolucao'; readonly why: string; readonly mail: number; readonly failed: boolean }
  | { readonly state: 'mensagem'; readonly person: number; readonly ticket: number }
  | { readonly state: 'abrir'; readonly person: number; readonly client: number }

const tray = (why: string, client?: number): MailVerdict => ({ state: 'bandeja', why, ...(client && { client }) })
const refused = (why: string): MailVerdict => ({ state: 'recusada', why })

const breaks: Readonly<Record<MailBreak, string>> = {
  malformed: 'O e-mail está malformado e não foi possível ler tudo: abra o original para ver de que se trata.',
  large: 'O e-mail é grande demais para ser lido inteiro: abra o original para ver de que se trata.',
  heavy: 'O e-mail pede memória ou tempo demais para ser lido: abra o original com cuidado, ou descarte.',
}

/** Where a mail belongs. Nothing is guessed: what is not beyond doubt waits for a person, and a machine is never answered. */
export function judgeMail(reading: MailReading, facts: MailFacts): MailVerdict {
  const verdict = placeOf(reading, facts)
  if (verdict.state !== 'bandeja') return verdict
  const [client, other] = facts.contactOf
  const why = reading.isCut ? `${verdict.why} Veio cortado: o último anexo pode estar incompleto.` : verdict.why
  // Whatever leaves a doubt about it, a contact of one client is that client's, and those who answer for them hear of it.
  return { ...(client && !other && { client: client.id }), ...verdict, why }
}

function placeOf(reading: MailReading, facts: MailFacts): MailVerdict {
  const { reportedOn, writer, reply } = facts
  if (facts.isOurs) return refused('É um e-mail que nós mesmos enviamos, e que voltou.')
  const { machine, report } = reading
  if (report?.outcome && reportedOn) {
    const failed = report.outcome === 'failed'
    const said = report.said ? `: ${report.said}` : failed ? '.' : ': o servidor continua tentando.'
    const why = `“${reportedOn.subject}” ${failed ? '' : 'ainda '}não chegou a ${reportedOn.recipient}${said}`
    return { state: 'devolucao', why: why.slice(0, 500), mail: reportedOn.id, failed }
  }
  // A hint alone does not refuse what somebody we know may have written.
  const isKnown = writer !== null || facts.contactOf.length > 0
  if (machine && (machine.kind !== 'hint' || !isKnown)) return refused(`${machine.why} Ninguém é respondido.`)
  if (reading.broken) return tray(breaks[reading.broken])
  const [from, another] = reading.from
  if (!from || another)
    return tray('Não dá para saber quem escreveu: o e-mail diz mais de um remetente, ou nenhum que se entenda.')
  if (facts.own.includes(from.address)) return refused('Diz ter saído do nosso próprio endereço.')
  if (facts.lately > facts.perHour) {
    const most = count(facts.perHour, { one: 'e-mail', many: 'e-mails', gender: 'm' })
    const why = `${from.address} passou de ${most} em uma hora.`
    return isKnown ? { state: 'bandeja', why, isOfSeries: true } : refused(why)
  }
  const domain = from.address.split('@')[1] ?? ''
  if (facts.trusted && !isConfirmed(reading.results, facts.trusted, domain))
    return tray(`${facts.trusted} não confirma que o e-mail veio mesmo de ${from.address}.`)
  if (reply === 'none') return tray('Foi enviado a um endereço de resposta que não existe.')
  if (reply && reply.person_id !== writer?.id)
    return tray(`O endereço de resposta é só de ${reply.name}, e quem escreveu foi ${from.address}.`)
  if (writer && !writer.welcome)
    return tray(`${writer.name} não pode mais entrar no sistema, ou ainda não escolheu a senha.`)
  if (isAutomaticSubject(reading.subject))
    return tray('O assunto é de uma resposta automática: confira se alguém escreveu.')
  if (machine && !reply) return tray(`${machine.why} Veio de um endereço conhecido: confira se alguém escreveu.`)
  if (reply && writer) return { state: 'mensagem', person: writer.id, ticket: reply.ticket_id }
  return withoutReply(from.address, facts)
}

/** Judges a mail that answers nothing: it opens a ticket or waits in the tray. */
function withoutReply(address: string, { writer, contactOf, opens, trusted }: MailFacts): MailVerdict {
  if (!writer) {
    const [client, other] = contactOf
    if (client && !other)
      return tray(`${address} é um contato de ${client.name}, que não tem acesso ao sistema.`, client.id)
    return tray(
      client ? `${address} é contato de vários clientes: escolha de qual se trata.` : `Não conhecemos ${address}.`,
    )
  }
  if (writer.isStaff) return tray(`${writer.name} é da equipe: escolha de que cliente se trata.`)
  const [client, other] = writer.clients
  if (!client) return tray(`${writer.name} não está ligado a nenhum cliente.`)
  if (other) return tray(`${writer.name} é de ${writer.clients.length} clientes: escolha de qual se trata.`)
  if (!opens)
    return tray('Não está configurado em que módulo e de que tipo um e-mail abre chamados (MAIL_OPENS).', client.id)
  // What the trusted server does not confirm has not come here.
  if (opens === 'confirmed' && trusted === null)
    return tray(`Nenhum servidor confirma que o e-mail veio mesmo de ${address} (MAIL_TRUSTS).`, client.id)
  return { state: 'abrir', person: writer.id, client: client.id }
}
