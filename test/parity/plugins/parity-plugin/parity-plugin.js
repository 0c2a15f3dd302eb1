export default { name: 'parity-plugin' }
