let made = 0

/** What a browser sends to start a payment. */
export function createPaymentRequest(
  lines: { product: { id: number; price: number }; quantity: number }[],
  email: string,
) {
  made += 1
  const subtotal = lines.reduce((sum, { product, quantity }) => sum + Math.round(product.price * 100) * quantity, 0)
  return {
    amount: (subtotal + (subtotal >= 200_000 ? 0 : 15_000)) / 100,
    orderId: `ORD_${Date.now()}_${process.pid}x${made}`,
    customerName: 'Ravi Kumar',
    customerEmail: email,
    customerPhone: '+919876543211',
    items: lines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
    shippingAddress: {
      firstName: 'Ravi',
      lastName: 'Kumar',
      address: '4-5-6, Abids',
      city: 'Hyderabad',
      state: 'Telangana',
      pincode: '500001',
    },
  }
}
