import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { listTierTexts } from './price-tiers.ts'

export function PriceTierTable({ product }: { product: ProductDetail }) {
  return (
    <table className="w-full max-w-sm border-line border-y text-small tabular-nums">
      <caption className="pb-2 text-left font-semibold">
        Price for several
        {product.sizes && <span className="font-normal text-cocoa-600"> · all sizes count together</span>}
      </caption>
      <tbody className="divide-y divide-line">
        {listTierTexts(product).map(({ from, each }) => (
          <tr key={from}>
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {from}
            </th>
            <td className="amount py-2 text-right">{each}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
