import type { Flavor } from '#src/features/custom-orders/custom-order-options.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const COUVERTURES: Readonly<Record<Flavor, readonly [mild: string, intense: string]>> = {
  dark: ['#764429', '#2e170f'],
  milk: ['#ba7c50', '#703e22'],
  white: ['#f8ecce', '#e4c992'],
  ruby: ['#e296a4', '#a03a54'],
  caramel: ['#e2a862', '#9c5c24'],
  hazelnut: ['#c49262', '#7a4c2c'],
  orange: ['#f2a454', '#bc5e1a'],
  mint: ['#9ecca6', '#3a704c'],
  strawberry: ['#f098a0', '#b83a50'],
  coffee: ['#6a4a3a', '#261813'],
}

export function chocolateColor(flavor: Flavor, concentration: number): Rgb {
  const [mild, intense] = COUVERTURES[flavor]
  return mixed(rgbOf(mild), rgbOf(intense), Math.min(1, Math.max(0, (concentration - 30) / 65)))
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
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
