// Loaded before commands of this repository; what is set already wins. Old versions of Node start the right one instead.
'use strict'

if (process.loadEnvFile && require('node:fs').existsSync('.env')) process.loadEnvFile()
