/** Every table, for drizzle-kit. */
export * from '#src/features/account/account.table.server.ts'
export * from '#src/features/catalog/catalog.table.server.ts'
export * from '#src/features/contact/contact.table.server.ts'
export * from '#src/features/notifications/messages.table.server.ts'
export * from '#src/features/orders/orders.table.server.ts'
export * from '#src/features/payments/payments.table.server.ts'
export * from '#src/features/traceability/traceability.table.server.ts'
export * from '#src/platform/rate-limit.table.server.ts'
