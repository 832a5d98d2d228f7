import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiOperation, OpenApiDocument, OpenApiOperation } from '#src/server/routes/openapi-types.ts'

type Documented = Extract<NonNullable<OpenApiOperation['responses']>[string], { description: string }>

/** Compares a response with the API description. */
export function createResponseChecker({ components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  const known = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const validator = known.get(schema) ?? ajv.compile(schema)
    known.set(schema, validator)
    return validator
  }
  const documented = ({ operation }: ApiOperation, status: number): Documented | undefined => {
    const answer = operation.responses?.[status]
    if (!answer || !('$ref' in answer)) return answer
    return components?.responses?.[answer.$ref.split('/').at(-1) ?? ''] as Documented | undefined
  }

  const wrongInBody = (expected: Documented, type: string, text: string): string | undefined => {
    const schema = expected.content?.[type]?.schema
    if (type !== 'application/json' || !schema) return undefined
    const validate = validatorOf(schema)
    return validate(JSON.parse(text)) ? undefined : `in another shape: ${ajv.errorsText(validate.errors)}`
  }

  /** `text` is undefined for a stream. */
  return function wrongIn(
    call: ApiOperation,
    { status, headers }: Response,
    text: string | undefined,
  ): string | undefined {
    const expected = status < 500 ? documented(call, status) : undefined
    if (!expected) return `answered ${status}, which is not documented`
    const types = Object.keys(expected.content ?? {})
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const wrong =
      (types.length === 0 && text && 'with a body that is not documented') ||
      (types.length > 0 && !types.includes(type) && `as '${type}', documented is ${types}`) ||
      (text !== undefined && wrongInBody(expected, type, text))
    return wrong ? `answered ${status} ${wrong}` : undefined
  }
}
