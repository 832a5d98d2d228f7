import type { Env } from '#src/platform/env.server.ts'
import type { Deliver } from './notifications.server.ts'
import { smtpDelivery } from './smtp.server.ts'

/** In demo a message has arrived once it is written: the mailbox shows the rows of the outbox. */
const keepInMailbox: Deliver = async () => {}

/** How this shop's messages leave it. */
export function deliveryFor(env: Pick<Env, 'SHOP_MODE' | 'SMTP_URL' | 'MAIL_FROM'>): Deliver {
  if (env.SHOP_MODE === 'demo') return keepInMailbox
  if (!env.SMTP_URL || !env.MAIL_FROM) throw new Error('readEnv lets no live shop start without a mail server.')
  return smtpDelivery({ url: env.SMTP_URL, from: env.MAIL_FROM })
}
