import { SMS_KINDS, SMS_TEMPLATES, WHATSAPP_KINDS } from '#src/features/notifications/channels/sms-templates.ts'
import type { SectionForms } from './money-forms.ts'

export const each = <Name extends string, D>(names: readonly Name[], describe: (name: Name) => D) =>
  Object.fromEntries(names.map((name) => [name, describe(name)])) as Record<Name, D>

export const TEXT_FORMS: Pick<SectionForms, 'sms'> = {
  sms: {
    title: 'SMS and WhatsApp templates',
    text: 'The ids under which the texts are registered with the operators (DLT). Without its id a text is not sent.',
    fields: {
      templates: {
        fields: each(SMS_KINDS, (name) => ({
          label: name,
          hint: SMS_TEMPLATES[name],
          inputMode: 'numeric',
          maxLength: 25,
          parse: (typed: string) => typed.trim(),
        })),
      },
      whatsApp: {
        title: 'WhatsApp: the names of the templates that Meta approved',
        fields: {
          language: { label: 'Language of the templates', hint: 'As WhatsApp writes it: en or en_GB.' },
          names: {
            fields: each(WHATSAPP_KINDS, (name) => ({
              label: `WhatsApp: ${name}`,
              hint: SMS_TEMPLATES[name].replaceAll(/\{(\w+)\}/g, '{{$1}}'),
              parse: (typed: string) => typed.trim(),
            })),
          },
        },
      },
    },
  },
}
