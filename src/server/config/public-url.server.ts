import { processSettings } from './process-settings.server.ts'

/** The absolute URL of a path and query, for mails. */
export function absoluteUrl(path: string): string {
  return new URL(path, processSettings().publicUrl).href
}
