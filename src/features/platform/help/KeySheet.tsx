import { useState } from 'react'
import { useLettersOn } from '#web/ui/letterKeys.ts'
import styles from '#features/platform/help/help.module.css'

/** Keys that do the same on every screen, and are no button's. */
const everywhere = [
  ['Tab', 'Ir ao próximo campo ou botão'],
  ['Esc', 'Fechar o que está aberto'],
] as const

const names: Readonly<Record<string, string>> = { Control: 'Ctrl', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }
const inWords = (keys: string) =>
  keys
    .split('+')
    .map(key => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(' + ')
const labelOfKey = (of: Element) =>
  (of.ariaLabel ?? of.textContent.trim()) || (of instanceof HTMLInputElement ? of.placeholder : '')

/** What has a key on the screen says so itself, to those who hear it; here it is read. */
function keysOfScreen(): readonly (readonly [keys: string, what: string])[] {
  const found = [...document.querySelectorAll('[aria-keyshortcuts]')].filter(each => each.getClientRects().length > 0)
  const said = found.flatMap(each =>
    (each.getAttribute('aria-keyshortcuts') ?? '').split(' ').map(keys => [inWords(keys), labelOfKey(each)] as const),
  )
  return [...new Map([...said, ...everywhere])]
}

/** The keys of the screen the help is opened over. */
export function KeySheet() {
  const [keys] = useState(keysOfScreen)
  const on = useLettersOn()
  return (
    <section className={styles.keys} aria-labelledby="teclas">
      <h2 id="teclas">Teclas desta tela</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="meta">
        {on
          ? 'As teclas sozinhas, sem Ctrl nem Alt, são desligadas em Aparência.'
          : 'As teclas sozinhas, sem Ctrl nem Alt, estão desligadas em Aparência.'}
      </p>
    </section>
  )
}
