throw new Error('never imported: its package.json says enough');
