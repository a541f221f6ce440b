import { NativeSelect, Tabs as Base } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { memo, useEffect, useId, useRef, type ReactNode, type Ref } from 'react'
import { same } from '#kernel/changes.ts'
import { showInteger } from '#kernel/show.ts'
import { widths } from '#web/constants.ts'
import { choiceParameter, useAddress } from '#web/route/search.ts'
import styles from '#web/ui/tabs.module.css'

export interface Tab {
  /** In the address: '?tab=fisteis'. */
  readonly name: string
  readonly label: string
  /** Null while it is on its way: its room is reserved, so that no tab moves when it comes. */
  readonly count?: number | null | undefined
  /** What it belongs to: where there are many tabs, those of a group are together under its name. */
  readonly group?: string | undefined
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

/** More tabs than this are put in groups: in one row, the last of them would be beyond the edge. */
const mostInRow = 8
/** Areas of one record, each with an address of its own. */
export function Tabs({ tabs, shown, onShow, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const phone = useMediaQuery(widths.phone, false, { getInitialValueInEffect: false })
  // On a phone the list is longer than the screen.
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  const id = useId()
  if (phone && (tabs.length > mostInRow || tabs.some(({ group }) => group !== undefined)))
    return (
      <div className={styles.tabs}>
        <ChoiceOfTab tabs={tabs} shown={shown} onShow={onShow} />
        <section aria-label={tabs.find(({ name }) => name === shown)?.label}>{children}</section>
      </div>
    )
  return (
    <div className={styles.tabs} data-grouped={tabs.length > mostInRow || undefined}>
      <Strip id={id} list={list} tabs={tabs} shown={shown} onShow={onShow} />
      <div role="tabpanel" id={`${id}-panel-${shown}`} aria-labelledby={`${id}-tab-${shown}`}>
        {children}
      </div>
    </div>
  )
}

/** Tabs next to each other that are of one group. */
function groupsOf(tabs: readonly Tab[]): readonly (readonly [string | undefined, readonly Tab[]])[] {
  const names = [...new Set(tabs.map(({ group }) => group))]
  return names.map(name => [name, tabs.filter(({ group }) => group === name)])
}

const optionOf = ({ label, count, wrong = 0 }: Tab) =>
  `${label}${typeof count === 'number' ? ` (${showInteger(count)})` : ''}${wrong > 0 ? `, ${wrong} a corrigir` : ''}`

/** Tabs on a phone: the one shown, and all others a touch away. */
const ChoiceOfTab = ({ tabs, shown, onShow }: Omit<Props, 'children'>) => (
  <NativeSelect
    className={styles.choice}
    aria-label="Seção"
    size="md"
    value={shown}
    onChange={e => onShow(e.currentTarget.value)}
  >
    {groupsOf(tabs).map(([group, own]) => {
      const options = own.map(tab => (
        <option key={tab.name} value={tab.name}>
          {optionOf(tab)}
        </option>
      ))
      return group === undefined ? (
        options
      ) : (
        <optgroup key={group} label={group}>
          {options}
        </optgroup>
      )
    })}
  </NativeSelect>
)

type StripProps = Omit<Props, 'children'> & { readonly id: string; readonly list: Ref<HTMLDivElement> }
/** Drawn again when it says something else, not with each letter typed under it. */
const Strip = memo(
  ({ id, list, tabs, shown, onShow }: StripProps) => (
    <Base id={id} value={shown} onChange={name => name && onShow(name)}>
      <Base.List ref={list} mb="md">
        {tabs.length <= mostInRow
          ? tabs.map(tab => <OneTab key={tab.name} id={id} tab={tab} shown={shown} />)
          : groupsOf(tabs).map(([group = '', own]) => (
              <div key={group} role="presentation" className={styles.group}>
                <span aria-hidden>{group}</span>
                <div role="presentation">
                  {own.map(tab => (
                    <OneTab key={tab.name} id={id} tab={tab} shown={shown} />
                  ))}
                </div>
              </div>
            ))}
      </Base.List>
    </Base>
  ),
  (was, is) => was.shown === is.shown && same(was.tabs, is.tabs),
)

const OneTab = ({
  id,
  tab: { name, label, count, wrong = 0 },
  shown,
}: {
  readonly id: string
  readonly tab: Tab
  readonly shown: string
}) => (
  <Base.Tab
    value={name}
    renderRoot={props => <button {...props} aria-controls={name === shown ? `${id}-panel-${name}` : undefined} />}
  >
    {label}
    {count !== undefined && (
      <span className={styles.count} data-coming={count === null || undefined}>
        {count === null ? '\u2007' : showInteger(count)}
      </span>
    )}
    {wrong > 0 && (
      <span className={styles.wrong}>
        {wrong} <span className="sr-only">{wrong === 1 ? 'campo a corrigir' : 'campos a corrigir'}</span>
      </span>
    )}
  </Base.Tab>
)
