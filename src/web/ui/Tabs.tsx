import { Tabs as Base } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { memo, useEffect, useId, useRef, type ReactNode, type Ref } from 'react'
import { same } from '#kernel/changes.ts'
import { showInteger } from '#kernel/show.ts'
import { choiceParameter, useAddress } from '#web/route/search.ts'
import styles from '#web/ui/tabs.module.css'

export interface Tab {
  /** In the address: '?tab=fisteis'. */
  readonly name: string
  readonly label: string
  readonly count?: number | undefined
  /** How many fields of the tab have an error. */
  readonly wrong?: number
}

/** Which tab the address shows, and how to go to another; the first one needs no mention. */
export function useTab(names: readonly string[]): readonly [string, (name: string) => void] {
  const [{ tab }, change] = useAddress({ tab: choiceParameter(names, names[0] ?? '') })
  return [tab, name => change({ tab: name })]
}

interface Props {
  readonly tabs: readonly Tab[]
  readonly shown: string
  readonly onShow: (name: string) => void
  /** The panel of the tab shown. */
  readonly children: ReactNode
}

/** Areas of one record, each with an address of its own. */
export function Tabs({ tabs, shown, onShow, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the list is longer than the screen.
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  const id = useId()
  return (
    <div className={styles.tabs}>
      <Strip id={id} list={list} tabs={tabs} shown={shown} onShow={onShow} />
      <div role="tabpanel" id={`${id}-panel-${shown}`} aria-labelledby={`${id}-tab-${shown}`}>
        {children}
      </div>
    </div>
  )
}

type StripProps = Omit<Props, 'children'> & { readonly id: string; readonly list: Ref<HTMLDivElement> }
/** Drawn again when it says something else, not with each letter typed under it. */
const Strip = memo(
  ({ id, list, tabs, shown, onShow }: StripProps) => (
    <Base id={id} value={shown} onChange={name => name && onShow(name)}>
      <Base.List ref={list} mb="md">
        {tabs.map(({ name, label, count, wrong = 0 }) => (
          <Base.Tab
            key={name}
            value={name}
            renderRoot={props => (
              <button {...props} aria-controls={name === shown ? `${id}-panel-${name}` : undefined} />
            )}
          >
            {label}
            {count !== undefined && <span className={styles.count}>{showInteger(count)}</span>}
            {wrong > 0 && (
              <span className={styles.wrong}>
                {wrong} <span className="sr-only">{wrong === 1 ? 'campo a corrigir' : 'campos a corrigir'}</span>
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
    </Base>
  ),
  (was, is) => was.shown === is.shown && same(was.tabs, is.tabs),
)
