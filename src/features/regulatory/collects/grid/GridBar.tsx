import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconEyeOff,
  IconEye,
  IconFileUpload,
  IconRowInsertBottom,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Shortcuts } from '#features/regulatory/collects/grid/Shortcuts.tsx'
import type { Acts } from '#features/regulatory/collects/grid/useActs.web.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/regulatory/collects/grid/grid.module.css'

interface Props {
  readonly acts: Acts
  readonly readOnly: boolean
  readonly cards: boolean
  readonly empty: boolean
  /** Whether the lines chosen are set aside. */
  readonly aside: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** How many cells nobody could read. */
  readonly unread: number
  /** What is sought; null where there is too little to seek in. */
  readonly words: string | null
  /** Sends a file instead of typing; none where the reader may not. */
  readonly onUpload: (() => void) | undefined
  /** Why not, when it cannot be now. */
  readonly why: ReactNode
}

/** Over the grid: a search, what is done to the selection by the pointer, and the provider's file. */
export const GridBar = memo(function GridBar(props: Props) {
  const { acts, readOnly, cards, empty, aside, canUndo, canRedo, unread, words, onUpload, why } = props
  const { write } = acts
  return (
    <Bar className={styles.bar}>
      {words !== null && (
        <TextInput
          type="search"
          aria-label="Procurar município ou valor"
          placeholder="Procurar município ou valor"
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={words}
          onChange={e => acts.search(e.currentTarget.value)}
        />
      )}
      <div className={styles.acts}>
        {!readOnly && (!empty || canUndo || canRedo) && (
          <>
            <Act act="undo" label="Desfazer" keys="Control+Z" icon={IconArrowBackUp} write={write} off={!canUndo} />
            <Act act="redo" label="Refazer" keys="Control+Y" icon={IconArrowForwardUp} write={write} off={!canRedo} />
          </>
        )}
        {!readOnly && !empty && !cards && (
          <>
            <Act act="duplicate" label="Duplicar" keys="Control+Enter" icon={IconCopy} write={write} />
            <Act act="insert" label="Inserir linha abaixo" keys="Insert" icon={IconRowInsertBottom} write={write} />
            <Act
              act="aside"
              label={aside ? 'Trazer de volta' : 'Deixar de fora'}
              keys="Control+Shift+X"
              icon={aside ? IconEye : IconEyeOff}
              write={write}
            />
            <Act act="remove" label="Retirar linhas" keys="Control+Delete" icon={IconTrash} write={write} />
          </>
        )}
        {!cards && !empty && <Shortcuts />}
        {!readOnly && unread > 0 && (
          <Button
            variant="subtle"
            color="danger"
            size="compact-sm"
            leftSection={<IconAlertTriangle size={14} aria-hidden />}
            onClick={acts.check}
          >
            {plural(unread, 'célula', 'células')} para conferir
          </Button>
        )}
      </div>
      {why && (
        <span className="meta" id="upload-why">
          {why}
        </span>
      )}
      {onUpload && (
        <Button
          variant="default"
          leftSection={<IconFileUpload size={16} stroke={1.5} aria-hidden />}
          disabled={Boolean(why)}
          aria-describedby={why ? 'upload-why' : undefined}
          onClick={onUpload}
        >
          Enviar arquivo
        </Button>
      )}
    </Bar>
  )
})

interface ActProps {
  readonly act: Parameters<Acts['write']>[0]
  readonly label: string
  readonly keys: string
  readonly icon: typeof IconCopy
  readonly off?: boolean
  readonly write: Acts['write']
}
/** The selection keeps the focus. Drawn when it changes: most keys of the grid touch none of them. */
const Act = memo(function Act({ act, label, keys, icon: Icon, off = false, write }: ActProps) {
  return (
    <Tooltip label={`${label} (${keys.replace('Control', 'Ctrl')})`}>
      <ActionIcon
        aria-label={label}
        aria-keyshortcuts={keys}
        disabled={off}
        onMouseDown={e => e.preventDefault()}
        onClick={() => write(act)}
      >
        <Icon size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
})
