import { can } from '#kernel/access.ts'
import { invalid, problem, refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import type { MailReading } from '#features/support/incoming-mail/read.ts'
import type { MailFile, ReadMail } from '#features/support/incoming-mail/reading.server.ts'
import { lockLive, writeMessage } from '#features/support/tickets/messages/messages.server.ts'
import { attachStored, ticketShelf } from '#features/support/tickets/messages/shelf.server.ts'
import type { FileKeeper } from '#parts/file/folder.server.ts'
import { takeRoom } from '#parts/file/shelf.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { noteInThread, threadOf } from '#parts/reply/reply.server.ts'
import type { Ctx } from '#server/operation.ts'

type KeptMailFile = Awaited<ReturnType<typeof receiveFile>>
interface LeftMailFile {
  readonly name: string
  readonly why: string
}
/** A mail whose files were checked like uploads and stored on disk; no row names them yet. */
export interface MailToPut {
  readonly reading: MailReading
  readonly kept: readonly KeptMailFile[]
  readonly left: readonly LeftMailFile[]
}

/** Characters of a message; the rest of a longer text goes along as a file. */
const messageRoom = 8_500
const notesRoom = 1_000

export async function keepFilesOf(
  keeper: FileKeeper,
  reading: MailReading,
  files: ReadMail['files'],
): Promise<MailToPut> {
  const [kept, left]: [KeptMailFile[], LeftMailFile[]] = [[], []]
  const whole: MailFile[] =
    reading.text.said.length > messageRoom
      ? [{ name: 'texto-do-email.txt', bytes: Buffer.from(reading.text.said, 'utf8') }]
      : []
  for (const { name, bytes } of [...whole, ...files]) {
    try {
      kept.push(await receiveFile(keeper, name, bytes))
    } catch (thrown) {
      left.push({ name, why: refusalIn(thrown).join(' ') })
    }
  }
  return { reading, kept, left }
}

const cutShort = 'o e-mail veio cortado: o último anexo pode estar incompleto, e outros podem faltar.'

/** Names of attachments, one a line, with the reason why some were not stored. */
export const attachedIn = ({ reading: { filesLeft }, kept, left }: MailToPut): string | null =>
  [
    ...kept.map(({ name }) => name),
    // In the tray no file is stored separately: the original has them all.
    ...left.map(({ name, why }) => (why ? `${name}: não guardado. ${why}` : name)),
    ...(filesLeft ? [`${count(filesLeft, { one: 'anexo', many: 'anexos', gender: 'm' })} a mais, só no original`] : []),
  ]
    .join('\n')
    .slice(0, 5_000) || null

/** Characters of a name among others, and of all names that are written down. */
const namesRoom = { each: 60, all: 600 } as const
const shortName = (name: string) =>
  name.length > namesRoom.each ? `${name.slice(0, 40).toWellFormed()}…${name.slice(-15).toWellFormed()}` : name

/** Files that were left out, by the reason they share: 'a.exe, b.bat: Não guardamos …'. What is too many is counted. */
function refusalsIn(left: readonly LeftMailFile[]): readonly string[] {
  const byReason = new Map<string, string[]>()
  let [room, over] = [namesRoom.all, 0]
  for (const { name, why } of left) {
    const shown = shortName(name)
    room -= shown.length + 2
    if (room < 0) over++
    else byReason.set(why, [...(byReason.get(why) ?? []), shown])
  }
  const more = over
    ? [`e mais ${count(over, { one: 'arquivo', many: 'arquivos', gender: 'm' })}, na lista do e-mail.`]
    : []
  return [...[...byReason].map(([why, names]) => `${names.join(', ')}: ${why}`), ...more]
}

/** Builds the message people read: the new text, and which parts of the mail are missing. */
function contentOf(
  { text: { said, quoted }, unsaid, filesLeft, textLeft, isCut }: MailReading,
  left: readonly LeftMailFile[],
  kept: number,
  heading = '',
) {
  const none = unsaid
    ? '(O texto deste e-mail não pôde ser lido: está no original.)'
    : kept || left.length
      ? '(E-mail sem texto: só os anexos.)'
      : quoted
        ? '(Nada foi escrito além do que se citou.)'
        : '(E-mail sem texto.)'
  const cut =
    said.length > messageRoom
      ? `${said.slice(0, messageRoom).toWellFormed()}\n\n[O texto continua em texto-do-email.txt.]`
      : said
  const notes = [
    ...refusalsIn(left),
    ...(filesLeft
      ? [`mais ${count(filesLeft, { one: 'anexo', many: 'anexos', gender: 'm' })}, além do que se guarda de um e-mail.`]
      : []),
    ...(textLeft
      ? [`mais ${count(textLeft, { one: 'letra', many: 'letras', gender: 'f' })} do texto, só no original.`]
      : []),
    ...(isCut ? [cutShort] : []),
  ]
  const told = notes.length ? `\n\n[Não veio com a mensagem: ${notes.join(' ').slice(0, notesRoom)}]` : ''
  return `${heading}${cut || none}${told}`.slice(0, 10_000)
}

interface SaidHow {
  /** Among colleagues, under these words: it is nobody's of the client. */
  readonly note?: string
}

/** Says in a ticket what a mail says, as `ctx.user`, with its files; what does not fit among the ticket's is named. */
export async function sayMail(ctx: Ctx, ticket: number, { reading, kept, left }: MailToPut, { note }: SaidHow = {}) {
  const { user } = ctx
  if (!can(user, 'ticket-messages.store')) throw problem('forbidden', `${user.name} não pode escrever em chamados.`)
  const fit: KeptMailFile[] = []
  const over = [...left]
  // A merged ticket goes on in another one: the message is written there.
  const { id: live } = await lockLive(ctx, ticket)
  // What came before is its own message's: only the same bytes twice in one mail are one file.
  const there = new Map<string, string>()
  for (const file of kept) {
    const twin = there.get(file.sha256)
    if (twin !== undefined) {
      // A picture shown twice is one; another name is written down.
      if (twin !== file.name) over.push({ name: file.name, why: `é igual a ${twin}.` })
      continue
    }
    try {
      if (!can(user, 'ticket-messages.anexar')) throw invalid({ file: 'Quem escreveu não pode anexar arquivos.' })
      await takeRoom(
        ctx,
        ticketShelf,
        live,
        file.size,
        fit.reduce((sum, { size }) => sum + size, 0),
      )
      fit.push(file)
      there.set(file.sha256, file.name)
    } catch (thrown) {
      over.push({ name: file.name, why: refusalIn(thrown).join(' ') })
    }
  }
  const message = await writeMessage(ctx, {
    ticket,
    content: contentOf(reading, over, kept.length, note ? `${note}\n\n` : ''),
    quoted: reading.text.quoted.slice(0, 30_000).toWellFormed(),
    byMail: true,
    ...(note && { internal: true }),
  })
  for (const file of fit) await attachStored(ctx, message, file)
  return message
}

/** Mails the office sends this person about the ticket answer this mail from now on. */
export async function threadMail(ctx: Ctx, of: { ticket_id: number; person_id: number }, { messageId }: MailReading) {
  if (messageId && (await threadOf(ctx, of))) await noteInThread(ctx.sql, of, messageId)
}
