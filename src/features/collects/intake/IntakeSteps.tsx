import { IconCheck } from '@tabler/icons-react'
import { plural } from '#features/collects/coleta/said.ts'
import styles from '#features/collects/intake/intake.module.css'
import type { Taking, TakingStep } from '#features/collects/intake/useIntake.web.ts'

const titles = { arquivo: 'Arquivo', colunas: 'Colunas', conferencia: 'Conferência', confirmar: 'Confirmar' } as const

/** Where one is on the way of a file into a coleta; what was passed can be gone back to. */
export function IntakeSteps({ taking }: { readonly taking: Taking }) {
  const { step, preview, go, doing } = taking
  const steps = ['arquivo', ...(preview?.columns ? ['colunas' as const] : []), 'conferencia', 'confirmar'] as const
  const at = doing === 'keeping' ? steps.length - 1 : steps.indexOf(step)
  const missing = preview?.columns?.missing.length ?? 0
  const open = (name: TakingStep) =>
    name !== 'arquivo' && preview !== null && preview.fatal === null && (name !== 'conferencia' || missing === 0)
  const left = preview && !preview.fatal ? preview.summary.refused : null
  return (
    <div className={styles.steps}>
      <ol aria-label="Passos">
        {steps.map((name, i) => (
          <li key={name} data-done={i < at || undefined} aria-current={i === at ? 'step' : undefined}>
            <span aria-hidden>{i < at ? <IconCheck size={14} stroke={2} /> : i + 1}</span>
            {name !== 'confirmar' && i !== at && open(name) ? (
              <button type="button" onClick={() => go(name)}>
                {titles[name]}
              </button>
            ) : (
              titles[name]
            )}
          </li>
        ))}
      </ol>
      {left !== null && step === 'conferencia' && (
        <p data-tone={left ? 'erro' : 'ok'} role="status">
          {left ? plural(left, 'linha para resolver', 'linhas para resolver') : 'Nada para resolver'}
        </p>
      )}
    </div>
  )
}
