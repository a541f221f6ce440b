export const mailScreens = {
  list: () => import('#features/mails/MailsScreen.tsx'),
  detail: () => import('#features/mails/MailScreen.tsx'),
} as const
