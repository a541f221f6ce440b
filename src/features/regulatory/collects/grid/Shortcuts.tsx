import { ActionIcon, Popover } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import styles from '#features/regulatory/collects/grid/grid.module.css'

const keys: readonly (readonly [keys: string, what: string])[] = [
  ['Setas', 'de célula em célula; com Shift, escolhem um bloco; com Ctrl, vão ao fim'],
  ['Enter', 'desce; nos números da última linha do município, cria outra do mesmo tipo'],
  ['Tab', 'à direita; depois de Esc, sai da grade'],
  ['F2 ou digitar', 'muda a célula; nas listas, as primeiras letras bastam'],
  ['F4 ou Alt+↓', 'abre a lista'],
  ['Esc', 'desiste do que se digitou'],
  ['Delete', 'apaga o bloco'],
  ['Ctrl+D', 'repete para baixo a primeira linha do bloco'],
  ['Ctrl+C, Ctrl+X, Ctrl+V', 'copia, recorta e cola, também do Excel'],
  ['Ctrl+Enter', 'duplica as linhas'],
  ['Insert', 'insere uma linha abaixo'],
  ['Ctrl+Shift+X', 'deixa as linhas de fora, ou as traz de volta'],
  ['Ctrl+Delete', 'retira as linhas'],
  ['Ctrl+Z, Ctrl+Y', 'desfaz e refaz'],
  ['Ctrl+Home, Ctrl+End', 'à primeira e à última célula'],
]

/** What the keys do, and what the marks of a cell mean. */
export const Shortcuts = () => (
  <Popover position="bottom-start" width={420} shadow="md" withinPortal>
    <Popover.Target>
      <ActionIcon aria-label="Atalhos do teclado">
        <IconKeyboard size={18} stroke={1.5} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown className={styles.keys}>
      <h3>Atalhos do teclado</h3>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        <i data-mark="changed" aria-hidden /> canto azul: mudou e ainda não foi salvo.
      </p>
      <p>
        <i data-mark="wrong" aria-hidden>
          !
        </i>{' '}
        exclamação: não foi entendido, ou foi recusado.
      </p>
    </Popover.Dropdown>
  </Popover>
)
