import path from 'node:path'

/** Path of a file of public/ for the running server. */
export const publicFilePath = (name: string) => path.resolve(import.meta.env.DEV ? 'public' : 'dist/client', name)
