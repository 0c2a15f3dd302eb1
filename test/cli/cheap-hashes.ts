import argon2 from 'argon2'

// Commands hash with the default cost, a fifth of a second each time: what they do with hashes does not depend on it.
const { hash } = argon2
argon2.hash = ((password: string) => hash(password, { memoryCost: 1024, timeCost: 2 })) as typeof hash
