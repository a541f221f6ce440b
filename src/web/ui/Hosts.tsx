import { Notifications } from '@mantine/notifications'
import '#web/theme/after.css'
import { overlayLayer, toastTime } from '#web/constants.ts'
import { ConfirmHost } from '#web/ui/ConfirmHost.tsx'
import { ProofHost } from '#web/session/proof.tsx'
import { SignInOver } from '#web/session/SignInOver.tsx'
import { PopupHost } from '#web/ui/PopupHost.tsx'

/** Where popups, questions, toasts and the sign-in over unsaved work appear. */
export default function Hosts() {
  return (
    <>
      <Notifications
        position="bottom-center"
        autoClose={toastTime}
        limit={3}
        zIndex={overlayLayer + 1}
        containerWidth={400}
      />
      <PopupHost />
      <ConfirmHost />
      <SignInOver />
      <ProofHost />
    </>
  )
}
