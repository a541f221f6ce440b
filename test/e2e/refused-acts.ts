import type { Page, Request, Route } from '@playwright/test'
import type { User } from '#kernel/access.ts'
import { problem, problemBody } from '#kernel/problem.ts'
import { isLocked, isOpenTo, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { features } from '#features/index.ts'
import { lookups, plans } from '#features/lookups.ts'
import { menu } from '#features/menu.ts'
import { Presser, type Offer } from './presser.ts'

// One round through the product, by as many pages as there are: what is pressed is refused, and where the refusal is read is noted.

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}
interface WritingAct {
  readonly id: string
  readonly method: string
  readonly url: RegExp
  readonly wild: number
}
type Row = Readonly<Record<string, unknown>> & { readonly uuid: string; readonly active: boolean }
interface Given {
  readonly url: string
  readonly call: <T>(method: string, path: string, body?: unknown) => Promise<T>
  readonly reader: User
  readonly description: Described
  /** Screens that no link leads to. */
  readonly besides: readonly string[]
  /** Acts that look before something is done: they are refused, and then let through. */
  readonly looks: ReadonlySet<string>
  /** What the page sends by itself. */
  readonly unpressed: ReadonlySet<string>
  /** Declared acts in whose place a screen sends another, by their ids. */
  readonly instead: Readonly<Record<string, string>>
  /** Every place is visited, and not only as many as it takes to refuse each declared act once. */
  readonly isWhole: boolean
}
interface Place {
  readonly path: string
  /** The declared acts that a record offers; null where that is not known before the screen is seen. */
  readonly acts: readonly string[] | null
}

export class Round {
  /** Where the refusal of each act was read first. */
  readonly refused = new Map<string, string>()
  /** What was refused and not read. */
  readonly unread: string[] = []
  readonly counts = { places: 0, areas: 0, presses: 0, refusals: 0 }
  readonly #given: Given
  readonly #acts: readonly WritingAct[]
  readonly #queue: Place[] = []
  readonly #known = new Set<string>()
  readonly #barren = new Map<string, Set<string>>()
  readonly #fertile = new Set<string>()
  /** On which record something of an area was pressed. */
  readonly #pressedOn = new Map<string, string>()

  constructor(given: Given) {
    this.#given = given
    this.#acts = actsOf(given.description)
  }

  /** A record of each section in each state in which its acts differ, and the screens of the menu. */
  async begin(): Promise<void> {
    const plain = new Set<string>(lookups.filter(each => each !== plans).map(({ path }) => path))
    for (const feature of features) if (!plain.has(feature.path)) this.#queue.push(...(await this.#placesOf(feature)))
    for (const { path } of menu.flatMap(({ items }) => [...items])) {
      const isList = features.some(each => each !== plans && `/${each.path}` === path)
      if (isList) this.#known.add(path)
      else this.#add(path)
    }
    for (const path of this.#given.besides) this.#add(path)
  }

  async #placesOf(resource: AnyResource): Promise<readonly Place[]> {
    const verbs = verbsOf(resource)
    if (!verbs.includes('show')) return []
    const { call, reader } = this.#given
    const { path } = resource
    const { data } = await call<{ readonly data: readonly Row[] }>('GET', `${path}?per_page=100`)
    const states = new Map<string, Place>()
    for (const row of data) {
      const acts = Object.entries(resource.actions ?? {})
        .filter(([, action]) => isOpenTo(resource, action, row, reader))
        .map(([name]) => `${path}.${name}`)
      const state = JSON.stringify([row.active, isLocked(resource, row, reader), acts])
      if (!states.has(state)) states.set(state, { path: `/${path}/${row.uuid}`, acts })
    }
    for (const place of states.values()) this.#known.add(templateOf(place.path))
    return [...states.values()]
  }

  #add(path: string) {
    this.#known.add(templateOf(path))
    this.#queue.push({ path, acts: null })
  }
  #find(path: string) {
    if (/^\/(ajuda|api|account)|\/(create|duplicate)/.test(path) || this.#known.has(templateOf(path))) return
    this.#add(path)
  }
  #isNeeded({ acts }: Place): boolean {
    return this.#given.isWhole || (acts ?? this.unreached).some(act => !this.refused.has(act))
  }

  /** Goes from place to place, as long as there are any; several may. */
  async walk(page: Page): Promise<void> {
    const { url, looks, unpressed } = this.#given
    let sentence = ''
    let caught: string[] = []
    let followed = new Set<string>()
    let path = ''
    const answer = (route: Route) => {
      const request = route.request()
      if (request.method() === 'GET') return route.continue()
      const act = this.#actOf(request)
      if (unpressed.has(act) || followed.has(act)) return route.continue()
      caught.push(act)
      const body = problemBody(problem('conflict', sentence), 'prova', request.method())
      return route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify(body) })
    }
    const press = async (words: string, act: () => Promise<void>) => {
      this.counts.presses++
      sentence = `Recusado pela prova ${this.counts.presses}.`
      caught = []
      await act()
      const acts = [...new Set(caught)]
      if (!acts.length) return { acted: false, again: false }
      this.counts.refusals++
      const { at, why } = await presser.read(sentence)
      if (!at) this.unread.push(`${path} | ${words} | ${acts.join(' ')} | ${why}`)
      else for (const each of acts) if (!this.refused.has(each)) this.refused.set(each, `${path} | ${words} | ${at}`)
      const more = acts.filter(each => looks.has(each))
      for (const each of more) followed.add(each)
      return { acted: true, again: more.length > 0 }
    }
    const presser = new Presser(page, url, {
      press,
      wants: (at, layer, offer) => this.#wants(at, layer, offer),
      isKnown: (layer, { sign }) => this.#isBarren(`${layer} ${sign}`),
      learn: (at, layer, offer, did) => this.#learn(at, layer, offer, did),
    })
    await presser.begin()
    await page.route('**/api/v1/**', answer)
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      if (!this.#isNeeded(next)) continue
      path = next.path
      followed = new Set()
      try {
        const { links, areas } = await presser.visit(path)
        for (const link of links) this.#find(link)
        if (!path.includes('?')) for (const area of areas) this.#queue.push({ ...next, path: `${path}?tab=${area}` })
      } catch (error) {
        this.unread.push(`${path} | ${String(error).slice(0, 300)}`)
      }
      this.counts.places++
      if (path.includes('?tab=')) this.counts.areas++
    }
  }

  /** What was declared of a section and never refused. */
  get unreached(): readonly string[] {
    return features
      .flatMap(({ path, actions = {} }: AnyResource) => Object.keys(actions).map(name => `${path}.${name}`))
      .filter(id => !this.refused.has(id) && !this.refused.has(this.#given.instead[id] ?? ''))
  }

  #actOf(request: Request): string {
    const { pathname } = new URL(request.url())
    const found = this.#acts.find(({ method, url }) => method === request.method() && url.test(pathname))
    const id = found?.id ?? `${request.method()} ${pathname}`
    const body = bodyOf(request)
    const isLook = body.dry === true || (id.endsWith('tarefas.sincronizar') && body.plan === undefined)
    return isLook ? `${id}, em prova` : id
  }

  #isBarren = (key: string) => this.#barren.has(key) && !this.#fertile.has(key)

  /** What did nothing on three screens, and never anything, is furniture: not pressed on others. */
  #learn(path: string, layer: string, { sign }: Offer, did: boolean) {
    const key = `${layer} ${sign}`
    if (did) this.#fertile.add(key)
    else this.#barren.set(key, (this.#barren.get(key) ?? new Set()).add(screenOf(path)))
    if (did && path.includes('?tab=')) this.#pressedOn.set(`${templateOf(path)} ${key}`, path)
  }
  #wants(path: string, layer: string, { sign, words }: Offer): boolean {
    const key = `${layer} ${sign}`
    const barren = this.#barren.get(key)
    if (words.startsWith('Salvar')) return true
    if (barren && !this.#fertile.has(key) && (barren.size >= 3 || barren.has(screenOf(path)))) return false
    // The same part on every list, and on every record.
    if (!layer && /^(Filtrar|Colunas e altura|Visões|Baixar)/.test(words)) return screenOf(path) === '/plans'
    // An area of a record in another state has the same acts, but for those of that state.
    const other = this.#pressedOn.get(`${templateOf(path)} ${key}`)
    return (other === undefined || other === path) && (words !== 'Histórico' || !path.includes('?'))
  }
}

const bodyOf = (request: Request): Readonly<Record<string, unknown>> => {
  try {
    return Object(request.postDataJSON())
  } catch {
    return {}
  }
}

/** Of two that fit an address, the one with fewer places for anything comes first. */
const actsOf = ({ paths }: Described): readonly WritingAct[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        url: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
        wild: path.split('{').length,
      })),
    )
    .filter(({ method }) => method !== 'GET')
    .toSorted((one, other) => one.wild - other.wild)

/** '/clients/*' */
const screenOf = (path: string) => (path.split('?')[0] ?? '').replace(/[0-9a-f-]{36}/g, '*').replace(/\/\d+/g, '/*')
/** '/clients/*?tab=estacoes' */
const templateOf = (path: string) => {
  const search = new URLSearchParams(path.split('?')[1])
  const shown = ['tab', 'vista'].filter(name => search.has(name)).map(name => `${name}=${search.get(name)}`)
  return [screenOf(path), ...shown].join('?')
}
