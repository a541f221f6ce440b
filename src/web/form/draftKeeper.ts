import {
  draftDesk,
  type DraftLook,
  type DraftStore,
  type DraftWritten,
  type FormPlace,
  type FormWork,
} from '#web/form/draftStore.ts'
import { deviceWord, localDraftAt } from '#web/form/localDraft.ts'
import { workIn } from '#web/form/offers.ts'

/** Bytes of a request a browser finishes though its page is gone, with room for its headers. */
const keepaliveLimit = 60_000

/** The two copies of the unsaved work of one form: this browser's, and the server's, of which it knows the last revision it has seen. */
export class DraftKeeper {
  readonly device = deviceWord()
  readonly #place: FormPlace
  readonly #local: ReturnType<typeof localDraftAt>
  /** The server's copy; nobody has one who looks through the eyes of somebody else. */
  readonly #store: DraftStore | undefined
  #revision: number | null = null
  /** What the server has, as JSON. */
  #sent = ''
  #flight: Promise<unknown> = Promise.resolve()
  #writing = 0

  constructor(place: FormPlace, able: boolean) {
    this.#place = place
    this.#local = localDraftAt(place)
    this.#store = able ? draftDesk()?.store : undefined
  }

  get revision() {
    return this.#revision
  }

  readLocal = () => this.#local.read()
  forgetLocal = () => this.#local.forget()

  /** Answers whether this browser had room for it. */
  writeLocal(work: FormWork, at = new Date().toISOString()): boolean {
    const sent = this.#revision !== null && this.#sent === JSON.stringify(workIn(work))
    return this.#local.write({ ...workIn(work), at, revision: this.#revision, sent })
  }

  /** What the server knows of this form by now; null without a server's copy, or where this form wrote meanwhile. Throws ApiError. */
  async look(signal: AbortSignal): Promise<DraftLook | null> {
    const known = this.#revision
    const found = (await this.#store?.read(this.#place, signal)) ?? null
    return this.#writing || known !== this.#revision ? null : found
  }

  /** This form has seen that revision, and writes over it from now on; null: it knows of none. */
  follow(revision: number | null) {
    if (revision !== this.#revision) this.#sent = ''
    this.#revision = revision
  }

  /** Whether the server has another draft than this one. */
  isNews = (work: FormWork) => this.#store !== undefined && JSON.stringify(workIn(work)) !== this.#sent

  /** Stores the work on the server, after what is under way; undefined where it has it already, or cannot take it as the page is left. Throws ApiError. */
  send(work: FormWork, leaving = false): Promise<DraftWritten | undefined> {
    const write = () => this.#write(work, leaving)
    // The page is gone before what is under way has ended.
    const written = leaving ? write() : this.#flight.then(write)
    this.#flight = written.catch(() => undefined)
    return written
  }

  async #write(work: FormWork, leaving: boolean): Promise<DraftWritten | undefined> {
    const store = this.#store
    const text = JSON.stringify(workIn(work))
    if (!store || !this.isNews(work) || (leaving && text.length > keepaliveLimit)) return undefined
    const at = new Date().toISOString()
    this.#writing++
    try {
      const draft = { ...workIn(work), at, device: this.device, over: this.#revision }
      const written = await store.write(this.#place, draft, leaving)
      // A page that was left may have stored the same, and not heard of it.
      const isSame = written.draft && JSON.stringify(workIn(written.draft)) === text
      const revision = written.revision ?? (isSame ? (written.draft?.revision ?? null) : null)
      if (revision !== null) {
        this.#revision = revision
        this.#sent = text
        this.writeLocal(work, at)
      }
      return { ...written, revision }
    } finally {
      this.#writing--
    }
  }

  /** Forgets this form's work: it was saved, or there is none any more. Whatever is under way is forgotten, too. */
  clear(withServer: boolean) {
    this.#local.forget()
    if (!withServer) return
    this.#flight = this.#flight.then(() => this.forgetServer()).catch(() => undefined)
  }

  /** Forgets the server's copy. Throws ApiError. */
  async forgetServer() {
    if (this.#revision === null) return
    this.follow(null)
    await this.#store?.forget(this.#place)
  }
}
