import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'

/** A phone or a computer, by what the browser calls itself. */
export function DeviceIcon({ agent }: { readonly agent: string }) {
  const Icon = /Mobile|Android|iPhone|iPad/.test(agent) ? IconDeviceMobile : IconDeviceDesktop
  return <Icon size={20} stroke={1.5} aria-hidden />
}
