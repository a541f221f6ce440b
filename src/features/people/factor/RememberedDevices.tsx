import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { forgetDevice, type OwnSecurity } from '#features/people/factor/api.ts'
import styles from '#features/people/factor/factor.module.css'
import { deviceOf } from '#features/people/users/device.ts'
import { sendCall } from '#web/call.ts'
import { List } from '#web/ui/List.tsx'
import { announce } from '#web/ui/live.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly devices: OwnSecurity['devices']
  readonly onChanged: () => Promise<void>
}

/** Browsers that need no second factor. */
export function RememberedDevices({ devices, onChanged }: Props) {
  async function forget(uuid: string) {
    const { message } = await sendCall(forgetDevice, { id: uuid })
    toast(message)
    announce(message)
    await onChanged()
  }
  return (
    <section>
      <h2>Aparelhos lembrados</h2>
      <p>
        {devices.length
          ? 'Nestes, o segundo fator não é pedido até o dia indicado.'
          : 'Nenhum: o segundo fator é pedido em toda entrada.'}
      </p>
      {devices.length > 0 && (
        <List boxed className={styles.rows}>
          {devices.map(({ uuid, agent, ip, last_at, trusted_until }) => (
            <li key={uuid}>
              <IconDeviceDesktop size={20} stroke={1.5} aria-hidden />
              <div>
                <strong>{deviceOf(agent)}</strong>
                <p className="meta">
                  Até {showDate(dayIn(new Date(trusted_until)).day)}. Última entrada em {fullTime(last_at)}, de {ip}.
                </p>
              </div>
              <Button
                variant="default"
                aria-label={`Esquecer ${deviceOf(agent)}`}
                onClick={() => void forget(uuid).catch(() => undefined)}
              >
                Esquecer
              </Button>
            </li>
          ))}
        </List>
      )}
    </section>
  )
}
