import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { readAlertSettings, saveAlertSettings } from '#src/features/auth/alerts/alert-settings.server.ts'
import type { AlertSettings } from '#src/features/auth/alerts/alerts.contract.ts'
import { addDevice, pushDevices } from '#src/features/auth/alerts/push-subscriptions.server.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import type { DeliverMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { createPushSender } from '#src/features/notifications/push/push-sender.server.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { startPushService } from '#tests/fakes/push-service.ts'
import { createAdmin } from './admins.ts'
import { insertProduct } from './catalog.ts'
import { createOrder } from './orders.ts'
import { createCustomer, createTestPayments } from './payments/payments.ts'

/** A shop with one admin, whose phone is subscribed at a push service that really decrypts. */
export async function createAlertShop(db: Db, { at = new Date(), statuses }: { at?: Date; statuses?: number[] } = {}) {
  const admin = await createAdmin(db)
  const service = await startPushService({ ...(statuses && { statuses }) })
  const phone = service.createDevice()
  const subscribe = (by: { id: string; email: string }, { subscription } = phone) =>
    addDevice(db, { subscription, name: 'Chrome on Android', by, token: undefined, allowsAnyAddress: true })
  const device = await subscribe(admin)
  const sendPush = createPushSender({
    ...{ db, devices: pushDevices(db), contact: 'mailto:maker@golconda.example', allowsAnyAddress: true },
  })
  const mails: { to: string; subject: string; text: string }[] = []
  /** Delivers what is due after so many minutes. */
  const deliver = async (minutes = 0, from = slightlyLater()) => {
    const send: DeliverMessage = async (message) => {
      if (message.channel === 'push') await sendPush(message)
      if (message.channel === 'email') mails.push(message)
    }
    while ((await deliverDueMessages(db, send, addMinutes(from, minutes))) > 0);
  }
  const context = { ...createTestPayments(db, at), events: ORDER_EVENTS }
  const [customer, product] = [await createCustomer(db), await insertProduct(db, { pricePaise: 24_000, stock: 50 })]
  const choose = async (change: Partial<AlertSettings>) =>
    saveAlertSettings(db, admin.id, { ...(await readAlertSettings(db, admin.id)), ...change })
  const mute = async (kind: keyof AlertSettings['channels'], channels: { email: boolean; push: boolean }) => {
    const settings = await readAlertSettings(db, admin.id)
    await choose({ channels: { ...settings.channels, [kind]: channels } })
  }
  const sell = () => createOrder(context, { customer, product })
  const alertsTo = (to = admin.email) => mails.filter((mail) => mail.to === to).map(({ subject }) => subject)
  return {
    ...{ admin, service, phone, device, subscribe, deliver, mails, alertsTo },
    choose,
    mute,
    sell,
    context,
    product,
  }
}
