exports.title = 'CommonJS';
