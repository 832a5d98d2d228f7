import path from 'node:path'

/** Where the files of public/ lie for the running server. */
export const publicFilePath = (name: string) => path.resolve(import.meta.env.DEV ? 'public' : 'dist/client', name)
