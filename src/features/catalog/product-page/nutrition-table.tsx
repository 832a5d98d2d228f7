import { nutritionRows } from '#src/features/catalog/food/facts-text.ts'
import type { Nutrition } from '#src/features/catalog/food/food-facts.contract.ts'

type NutritionProps = { nutrition: Nutrition; unit: 'g' | 'ml'; serving: number | undefined }

export function NutritionTable({ nutrition, unit, serving }: NutritionProps) {
  return (
    <table className="w-full text-[0.9375rem] tabular-nums [&_td]:pl-4 [&_td]:text-right [&_th]:py-2 [&_th]:text-left [&_tr]:border-line [&_tr]:border-y">
      <caption className="mb-3 text-left font-display text-heading">Nutrition</caption>
      <thead>
        <tr>
          <th scope="col">Approximate values</th>
          <th scope="col" className={HEAD}>{`Per 100\u00a0${unit}`}</th>
          {serving && <th scope="col" className={HEAD}>{`Per serving (${serving}\u00a0${unit})`}</th>}
        </tr>
      </thead>
      <tbody>
        {nutritionRows(nutrition, serving).map(({ name, isPart, per100, perServing }) => (
          <tr key={name}>
            <th scope="row" className={isPart ? 'pl-4 font-normal text-cocoa-600' : 'font-normal'}>
              {name}
            </th>
            <td>{per100}</td>
            {perServing && <td>{perServing}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const HEAD = 'pl-4 text-right!'
