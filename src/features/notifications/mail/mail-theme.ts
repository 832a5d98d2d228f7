/** The colours of src/styles/tokens.css: mail programs know no variables. */
export const MAIL_COLORS = {
  pearl: '#fbf7f0',
  ivory: '#f4eadc',
  line: '#e4d6c4',
  'cocoa-950': '#1b0e0b',
  'cocoa-900': '#27140f',
  'cocoa-800': '#3a2019',
  'cocoa-600': '#5f4033',
  'on-dark': '#ebddcb',
  'on-dark-muted': '#cdb9a6',
  'line-dark': '#43291f',
  'gold-700': '#7a5a1c',
  'gold-500': '#b58d42',
  'gold-300': '#e3c888',
} as const

type Color = keyof typeof MAIL_COLORS
type Tone = { color?: Color; background?: Color; border?: Color }

/** Changes for a dark screen, by class. */
const DARK: Record<string, Tone> = {
  page: { background: 'cocoa-950' },
  card: { background: 'cocoa-900' },
  text: { color: 'on-dark' },
  muted: { color: 'on-dark-muted' },
  accent: { color: 'gold-300' },
  ruled: { border: 'line-dark' },
  panel: { background: 'cocoa-800' },
  action: { background: 'gold-300', color: 'cocoa-900' },
}

const PROPERTIES = { color: 'color', background: 'background-color', border: 'border-color' } as const

function rulesFor(selector: (name: string) => string, properties: readonly (keyof Tone)[]): string {
  return Object.entries(DARK)
    .map(([name, tone]) => {
      const declared = properties.flatMap((property) => {
        const color = tone[property]
        return color ? [`${PROPERTIES[property]}:${MAIL_COLORS[color]}!important`] : []
      })
      return declared.length > 0 ? `${selector(name)}{${declared.join(';')}}` : ''
    })
    .join('')
}

/** Each is a style element of its own: Gmail drops a whole one for a rule that it does not know. */
export const MAIL_STYLES = [
  '@media (max-width:480px){.edge{padding-left:20px!important;padding-right:20px!important}}',
  `@media (prefers-color-scheme:dark){${rulesFor((name) => `.${name}`, ['color', 'background', 'border'])}}`,
  // Outlook's apps.
  `${rulesFor((name) => `[data-ogsc] .${name}`, ['color', 'border'])}${rulesFor((name) => `[data-ogsb] .${name}`, ['background'])}`,
]
