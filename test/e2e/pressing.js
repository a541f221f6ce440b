// What `presser.ts` asks of a page, where it is asked: what can be pressed now, and whether a sentence can be read. It is there before
// anything of the product, and is called `pressing`.

const overlays = '[role=dialog], [role=alertdialog], [role=menu]'
const pressable =
  'button, [role=menuitem], [role=button], [role=switch], input[type=checkbox], input[type=radio], input[type=file], summary'
const passing = '[role=status], .mantine-Notification-root, .sr-only'

let flying = 0
const { fetch } = window
window.fetch = async (...given) => {
  // What is told live never ends.
  if (String(given[0]).endsWith('/events')) return fetch(...given)
  flying++
  try {
    return await fetch(...given)
  } finally {
    flying--
  }
}

const isShown = each =>
  each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && each.getClientRects().length > 0
const isInput = (each, ...types) => each.matches('input') && types.includes(each.type)
const labelOf = each => each.labels?.[0]?.textContent || each.ariaLabel || each.placeholder || ''
const wordsOf = each =>
  (each.matches('input') ? labelOf(each) : (each.ariaLabel ?? each.textContent)).trim().replace(/\s+/g, ' ')

/** The first page has the frame around it too. */
const page = () => (location.pathname === '/' ? document.body : document.querySelector('main'))
/** What people see on top: the overlay that opened last, or else the page itself. */
const layer = () => [...document.querySelectorAll(overlays)].filter(isShown).at(-1) ?? page()

function nameOf(layer) {
  if (!layer.matches(overlays)) return ''
  const headings = (layer.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id))
  return headings.map(each => each?.textContent ?? '').join(' ') || layer.ariaLabel || layer.getAttribute('role')
}

/** Those of several rows are alike: the same words, but for names and numbers, in the same place; and what is ticked or unfolded there. */
function signOf(each, within) {
  const path = []
  for (let at = each; at !== within; at = at.parentElement) path.push(`${at.tagName}.${at.className}`)
  const isAlike = isInput(each, 'checkbox') || (each.ariaExpanded !== null && each.ariaHasPopup === null)
  const words = isAlike ? '' : each.matches('input') ? labelOf(each) : each.textContent
  const label = isAlike ? '' : (each.ariaLabel?.split(' ')[0] ?? '')
  return [path.join('<'), label, each.dataset.variant ?? '', words.replace(/\d+/g, '0')].join('|')
}

const closing = /^(Fechar|Cancelar|Voltar.*|Agora não|Não|Continuar editando)$/
/** It closes, and does nothing else. */
function isWayOut(each, within) {
  const words = wordsOf(each)
  const isQuiet = ['default', 'subtle'].includes(each.dataset.variant)
  if (words === 'Fechar aviso') return true
  return within.matches(overlays)
    ? isQuiet && closing.test(words)
    : words === 'Cancelar' && each.dataset.variant === 'subtle'
}

const isOffered = (each, within) =>
  !each.disabled &&
  each.ariaDisabled !== 'true' &&
  !each.matches('a[href], [role=tab], th button') &&
  (isInput(each, 'file') || isShown(each)) &&
  // Signing out ends the round.
  wordsOf(each) !== 'Sair' &&
  !isWayOut(each, within)

/** Saving a page comes after its other acts, for it needs a change, and leaving what is changed is asked about; after it, what adds lines. */
const turnOf = ({ words }) => (words.startsWith('Salvar') ? 1 : /^(Adicionar|Retirar|Desfazer)/.test(words) ? 2 : 0)

function offers() {
  const within = layer()
  if (!within) return []
  const passingBy = [...document.querySelectorAll('.mantine-Notification-root button:not([aria-label])')].filter(
    each => !within.matches(overlays) && !within.contains(each),
  )
  const found = new Map()
  for (const each of [...within.querySelectorAll(pressable), ...passingBy]) {
    if (!isOffered(each, within)) continue
    const sign = within.contains(each) ? signOf(each, within) : `passing|${each.textContent}`
    if (!found.has(sign)) found.set(sign, { sign, words: wordsOf(each), element: each })
  }
  return [...found.values()].toSorted((one, other) => turnOf(one) - turnOf(other))
}

/** Gives an element a mark of this name, for the test to find it by. */
function mark(name, element, value = '') {
  if (element) element.setAttribute(name, value)
  return element
}
const unmark = name => document.querySelectorAll(`[${name}]`).forEach(each => each.removeAttribute(name))

const isOnTop = (each, x, y) => {
  const there = document.elementFromPoint(x, y)
  return there !== null && (each.contains(there) || there.contains(each) || each.labels?.[0]?.contains(there) === true)
}

const rangeOf = (node, from, length) => {
  const range = document.createRange()
  range.setStart(node, from)
  range.setEnd(node, from + length)
  return [...range.getClientRects()]
}

/** Why nobody reads what an element says there, if so. */
function hiddenBy(holder, boxes) {
  if (holder.closest(passing)) return 'said in passing'
  if (!isShown(holder)) return 'in a hidden part'
  const isOutside = ({ top, left, bottom, right }) => top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
  if (boxes.some(isOutside)) return 'outside the window'
  return boxes.every(({ x, y, width, height }) => isOnTop(holder, x + width / 2, y + height / 2)) ? null : 'covered'
}

window.pressing = {
  /** What can be pressed once nothing is on its way and what came is drawn. */
  settled: () =>
    new Promise(done => {
      const until = performance.now() + 5_000
      let calm = 0
      const look = () => {
        calm = flying || document.querySelector('[data-waiting]') ? 0 : calm + 1
        if (calm < 3 && performance.now() < until) return requestAnimationFrame(look)
        const within = layer()
        done({ layer: within ? nameOf(within) : '', offers: offers().map(({ sign, words }) => ({ sign, words })) })
      }
      look()
    }),

  /** Where to press: a point, or an input for a file; nothing where something else is on top. */
  aim(sign) {
    unmark('data-aim')
    const each = offers().find(offer => offer.sign === sign)?.element
    if (!each) return null
    mark('data-aim', each)
    if (isInput(each, 'file')) return { file: each.accept }
    each.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const points = [...each.getClientRects()].map(({ x, y, width, height }) => ({
      x: x + width / 2,
      y: y + height / 2,
    }))
    return points.find(({ x, y }) => isOnTop(each, x, y)) ?? null
  },

  /** The empty fields of what is on top that must be filled in; of a page that is no form, those where people write. */
  empty(isForm) {
    unmark('data-empty')
    const asked = isForm || layer()?.matches(overlays) ? 'input, select, ' : ''
    const fields = [...(layer()?.querySelectorAll(`${asked}textarea, [contenteditable=true]`) ?? [])]
    const types = ['checkbox', 'radio', 'file', 'search', 'hidden', 'submit']
    return fields
      .filter(each => isShown(each) && !each.disabled && !isInput(each, ...types))
      .filter(each => !each.readOnly || each.ariaHasPopup === 'listbox')
      .filter(each => (each.isContentEditable ? each.textContent.trim() : each.value) === '')
      .filter(
        each =>
          each.ariaRequired === 'true' || !(each.form?.querySelector('.must') || labelOf(each).includes('(opcional)')),
      )
      .map((each, i) => {
        mark('data-empty', each, String(i))
        const isList = each.ariaHasPopup === 'listbox' || each.role === 'combobox'
        const kind = each.tagName === 'SELECT' ? 'select' : isList ? 'list' : 'words'
        return { at: i, kind, label: labelOf(each), name: each.id }
      })
  },

  /** A field of the page's form that takes a word more, or a tick. */
  change() {
    unmark('data-change')
    const fields = [...document.querySelectorAll('main form input, main form textarea')].filter(
      each => isShown(each) && !each.disabled && !each.readOnly,
    )
    const isPlain = each => !each.inputMode && !each.ariaHasPopup && each.role !== 'combobox'
    const found =
      fields.find(each => each.type === 'text' && isPlain(each) && /^[^@/\d]{2,}$/.test(each.value)) ??
      fields.find(each => each.type === 'textarea') ??
      fields.find(each => isInput(each, 'checkbox'))
    return mark('data-change', found) ? { value: found.value, isTick: isInput(found, 'checkbox') } : null
  },

  /** Where a sentence is read: in the page's own place, beside what was pressed, in a dialog; or why it is not. */
  where(sentence) {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let why = 'nowhere'
    while (nodes.nextNode()) {
      const { currentNode: node } = nodes
      const from = node.data.indexOf(sentence)
      if (from < 0) continue
      const holder = node.parentElement
      const hidden = hiddenBy(holder, rangeOf(node, from, sentence.length))
      if (!hidden)
        return { at: holder.closest(overlays) ? 'dialog' : holder.closest('[class*=summary]') ? 'page' : 'beside' }
      why = hidden
    }
    return { why }
  },

  links: () => [
    ...new Set([...document.querySelectorAll('main a[href^="/"]')].map(each => each.pathname + each.search)),
  ],
  /** The areas that are not shown, by their names in the address. */
  areas: () =>
    [...document.querySelectorAll('main [role=tab]:not([aria-selected=true])')].map(each => each.id.split('-tab-')[1]),
}
