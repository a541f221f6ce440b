import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

// Presses all that can be pressed on a screen and in what opens from there, as somebody would who wants to see everything once.

/** What can be pressed: `sign` tells it from others of the screen, `words` are what people read. */
export interface Offer {
  readonly sign: string
  readonly words: string
}
interface Seen {
  /** What the dialog or menu on top is called; '' is the page itself. */
  readonly layer: string
  readonly offers: readonly Offer[]
}
interface Aim {
  readonly x: number
  readonly y: number
  readonly file?: string
}
interface EmptyField {
  readonly at: number
  readonly kind: 'words' | 'list' | 'select'
  readonly label: string
  readonly name: string
}
export interface Read {
  readonly at?: 'page' | 'beside' | 'dialog'
  readonly why?: string
}
/** What came of a press: whether it did anything, and whether it may do more the next time. */
interface Outcome {
  readonly acted: boolean
  readonly again: boolean
}
interface Wishes {
  /** Not what another screen has shown to do nothing, or to be the same. */
  readonly wants: (path: string, layer: string, offer: Offer) => boolean
  readonly isKnown: (layer: string, offer: Offer) => boolean
  readonly learn: (path: string, layer: string, offer: Offer, did: boolean) => void
  readonly press: (told: string, press: () => Promise<void>) => Promise<Outcome>
}

const inPage = `(() => {${readFileSync(new URL('pressing.js', import.meta.url), 'utf8')}})()`
/** Presses on one screen, and times that one dialog is opened to press all that is in it. */
const most = { presses: 250, openings: 8 } as const
/** Milliseconds in which something that was pressed shows that it did anything; React holds what is lazy back for 300. */
const slow = { known: 30, unknown: 800 } as const
/** A form that begins empty is filled in before it is saved. */
const isForm = /\/(create|duplicate|emitir|faturar)/
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

export class Presser {
  readonly #page: Page
  readonly #url: string
  readonly #wishes: Wishes
  readonly #flying = new Set<object>()

  constructor(page: Page, url: string, wishes: Wishes) {
    this.#page = page
    this.#url = url
    this.#wishes = wishes
  }

  async begin(): Promise<void> {
    const page = this.#page
    await page.addInitScript(inPage)
    const left = (request: object) => this.#flying.delete(request)
    page.on('request', request => !request.url().endsWith('/events') && this.#flying.add(request))
    page.on('requestfinished', left)
    page.on('requestfailed', left)
    page.on('dialog', dialog => void dialog.accept().catch(() => undefined))
    page.on('filechooser', async chooser => {
      const accepted = await chooser.element().getAttribute('accept')
      await chooser.setFiles(fileOf(accepted ?? '')).catch(() => undefined)
    })
  }

  #ask<T>(call: string): Promise<T> {
    return this.#page.evaluate<T>(`pressing.${call}`)
  }

  /** What can be pressed once nothing is on its way. */
  async #settled(): Promise<Seen> {
    const until = Date.now() + 4_000
    for (;;) {
      const seen = await this.#ask<Seen>('settled()').catch(() => null)
      // The page is on its way to another one.
      if (!seen) await this.#page.waitForLoadState()
      if (!seen) continue
      if (!this.#flying.size || Date.now() > until) return seen
      await pause(15)
    }
  }

  async #goTo(path: string) {
    this.#flying.clear()
    await this.#page.goto(this.#url + path, { waitUntil: 'domcontentloaded' })
    await this.#page.locator('main h1').first().waitFor({ timeout: 10_000 })
    return this.#settled()
  }

  /** Where a sentence is read, once it is; else why it is not. */
  async read(sentence: string): Promise<Read> {
    const until = Date.now() + 2_500
    for (;;) {
      const read = await this.#ask<Read>(`where(${JSON.stringify(sentence)})`)
      if (read.at || Date.now() > until) return read
      await pause(40)
    }
  }

  /** Presses all there is; answers the links and the areas that were found on the way. */
  async visit(path: string): Promise<{ readonly links: readonly string[]; readonly areas: readonly string[] }> {
    let seen = await this.#goTo(path)
    const found = {
      links: await this.#ask<readonly string[]>('links()'),
      areas: await this.#ask<readonly string[]>('areas()'),
    }
    const { pathname } = new URL(this.#page.url())
    const pressed = new Set<string>()
    const filled = new Set<string>()
    const openings = new Map<string, { readonly by: string; readonly times: number }>()
    /** Layers in which nothing is left to press. */
    const exhausted = new Set<string>()
    let last = ''
    const again = async () => {
      filled.clear()
      return this.#goTo(path)
    }
    for (let presses = 0; presses < most.presses; presses++) {
      const { layer, offers } = seen
      if (layer && !openings.has(layer)) openings.set(layer, { by: last, times: 1 })
      if (!filled.has(layer)) {
        filled.add(layer)
        await this.#fill(isForm.test(path))
        seen = await this.#settled()
        continue
      }
      const keyOf = ({ sign }: Offer) => `${layer} ${sign}`
      const left = offers.filter(offer => !pressed.has(keyOf(offer)) && this.#wishes.wants(path, layer, offer))
      const [offer] = left
      if (!offer && !layer) return found
      if (!offer) {
        exhausted.add(layer)
        await this.#page.keyboard.press('Escape')
        const now = await this.#settled()
        // A dialog asks before it discards, and Esc answers that question with no: neither would ever end.
        seen = now.layer && exhausted.has(now.layer) ? await again() : now
        continue
      }
      last = keyOf(offer)
      pressed.add(last)
      if (!layer && offer.words === 'Salvar') await this.#change()
      const outcome = await this.#wishes.press([layer && `[${layer}]`, offer.words].filter(Boolean).join(' '), () =>
        this.#press(offer),
      )
      const limit = Date.now() + (this.#wishes.isKnown(layer, offer) ? slow.known : slow.unknown)
      const before = JSON.stringify(seen)
      do seen = await this.#settled()
      while (!outcome.acted && (JSON.stringify(seen) === before || (layer && !seen.layer)) && Date.now() < limit)
      if (new URL(this.#page.url()).pathname !== pathname) seen = await again()
      this.#wishes.learn(path, layer, offer, outcome.acted || seen.layer !== layer)
      if (outcome.again) pressed.delete(last)
      if (!layer || seen.layer === layer) continue
      // What closed with something left in it is opened once more.
      filled.delete(layer)
      const opening = openings.get(layer)
      if (!opening || opening.times > most.openings || left.length + Number(outcome.again) < 2) continue
      openings.set(layer, { ...opening, times: opening.times + 1 })
      pressed.delete(opening.by)
    }
    throw new Error(`more than ${most.presses} presses`)
  }

  async #press({ sign }: Offer) {
    const aim = await this.#ask<Aim | null>(`aim(${JSON.stringify(sign)})`)
    if (aim?.file !== undefined) {
      const input = this.#page.locator('[data-aim]')
      // One that was drawn anew in between is offered again.
      await input.setInputFiles(fileOf(aim.file), { timeout: 2_000 }).catch(() => undefined)
    } else if (aim) await this.#page.mouse.click(aim.x, aim.y)
    await this.#settled()
  }

  async #fill(isForm: boolean) {
    for (const { at, kind, label, name } of await this.#ask<readonly EmptyField[]>(`empty(${isForm})`)) {
      const field = this.#page.locator(`[data-empty="${at}"]`)
      // What cannot be filled in, its screen refuses without asking anybody.
      await fillIn(this.#page, kind, field, valueOf(label, name)).catch(() => undefined)
    }
  }

  async #change() {
    const found = await this.#ask<{ readonly value: string; readonly isTick: boolean } | null>('change()')
    const field = this.#page.locator('[data-change]')
    if (found?.isTick) await field.click({ force: true, timeout: 1_000 }).catch(() => undefined)
    else if (found) await field.fill(`${found.value} bis`.trim(), { timeout: 1_000 }).catch(() => undefined)
  }
}

async function fillIn(page: Page, kind: EmptyField['kind'], field: ReturnType<Page['locator']>, value: string) {
  if (kind === 'select') return field.selectOption({ index: 1 }, { timeout: 1_000 })
  if (kind === 'words') return field.fill(value, { timeout: 1_000 })
  await field.click({ timeout: 1_000 })
  return page.locator('[role=option]:visible').first().click({ timeout: 1_500 })
}

/** What fits a field of this label. */
function valueOf(label: string, name: string): string {
  const typed = /Digite “(.+)” para confirmar/.exec(label)?.[1]
  if (typed) return typed
  return values.find(([of]) => of.test(`${name} ${label}`))?.[1] ?? 'Prova de recusa'
}
const values: readonly (readonly [of: RegExp, value: string])[] = [
  [/R\$|%/, '10'],
  [/CNPJ|CPF/, '11.222.333/0001-81'],
  [/e-?mail/i, 'prova@outorga.example'],
  [/telefone|celular|whatsapp/i, '(12) 99712-3456'],
  [/\bCEP\b/, '12010-000'],
  [/latitude/i, '-22,4'],
  [/longitude/i, '-45,5'],
  [/link|url|site/i, 'https://outorga.example'],
  [/senha/i, 'nove pipas no quintal'],
  [/_on\b|date|\bdata\b|vencimento|\bdia\b|\bat[ée]\b|desde|início|fim|emissão/i, '10/12/2026'],
  [/m[êe]s\b|compet[êe]ncia/i, '12/2026'],
  [/valor|quant|\bano\b|número|prazo|altura|capacidade|porta|ordem/i, '10'],
]

const sheet = 'Razão social;CNPJ\r\nRede Um;11222333000181\r\n'
const place =
  '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Torre</name><Point><coordinates>-45.5,-22.4</coordinates></Point></Placemark></Document></kml>'
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const files = {
  '.kml': ['application/vnd.google-earth.kml+xml', Buffer.from(place)],
  '.csv': ['text/csv', Buffer.from(sheet)],
  '.ret': ['text/plain', Buffer.from(`${'0'.repeat(400)}\r\n`)],
  '.pfx': ['application/x-pkcs12', Buffer.from('x')],
  '.png': ['image/png', Buffer.from(pixel, 'base64')],
  '.pdf': ['application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')],
} as const satisfies Record<string, readonly [string, Buffer]>

/** A file that an input takes. */
function fileOf(accepted: string) {
  const wished = accepted.includes('image/') ? `${accepted}.png` : accepted
  const [ext, [mimeType, buffer]] = Object.entries(files).find(([each]) => wished.includes(each)) ?? [
    '.pdf',
    files['.pdf'],
  ]
  return { name: `prova${ext}`, mimeType, buffer }
}
