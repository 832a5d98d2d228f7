import type { Flavor } from '#src/features/custom-orders/custom-order-options.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const COUVERTURES: Readonly<Record<Flavor, readonly [mild: Rgb, intense: Rgb]>> = {
  dark: [
    [118, 68, 41],
    [46, 23, 15],
  ],
  milk: [
    [186, 124, 80],
    [112, 62, 34],
  ],
  white: [
    [248, 236, 206],
    [228, 201, 146],
  ],
  ruby: [
    [226, 150, 164],
    [160, 58, 84],
  ],
  caramel: [
    [226, 168, 98],
    [156, 92, 36],
  ],
  hazelnut: [
    [196, 146, 98],
    [122, 76, 44],
  ],
  orange: [
    [242, 164, 84],
    [188, 94, 26],
  ],
  mint: [
    [158, 204, 166],
    [58, 112, 76],
  ],
  strawberry: [
    [240, 152, 160],
    [184, 58, 80],
  ],
  coffee: [
    [106, 74, 58],
    [38, 24, 19],
  ],
}

export function chocolateColor(flavor: Flavor, concentration: number): Rgb {
  const [mild, intense] = COUVERTURES[flavor]
  return mixed(mild, intense, Math.min(1, Math.max(0, (concentration - 30) / 65)))
}

export function isLightColor([red, green, blue]: Rgb): boolean {
  return 0.3 * red + 0.59 * green + 0.11 * blue > 165
}

const LAMP: Rgb = [255, 240, 216]

/** `light`: 0 lies flat, 1 reflects the lamp, -1 faces away. */
export function shadeColor(color: Rgb, light: number): string {
  if (light > 0) return toCssColor(mixed(color, LAMP, light * 0.62))
  const deep: Rgb = [color[0] * 0.4, color[1] * 0.34, color[2] * 0.34]
  return toCssColor(mixed(color, deep, -light))
}

export function toCssColor(color: Rgb): string {
  return `rgb(${color.map(Math.round).join(' ')})`
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * share
  return [at(0), at(1), at(2)]
}
